import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { cutText } from '../../agents/decode/cutText'
import { agentLimits, listLimits, otherListLimit, textLimits } from './agentLimits'
import { limitChoices } from './limitChoices'

/** Notes, in words, which limits were reached. */
export type Reached = Set<string>

/**
 * A JSON value of an agent's with its long lists, long texts and large blobs cut. What is within the limits comes back as the object
 * it was.
 */
export function limitParts<T>(value: T, reached: Reached, key = ''): T {
  return limit(value, reached, key) as T // cut, it has the same shape
}

function limit(value: unknown, reached: Reached, key: string): unknown {
  if (typeof value === 'string')
    return limitText(value, reached, key)
  if (Array.isArray(value))
    return limitList(value, reached, key)
  return isJsonObject(value) ? limitFields(value, reached) : value
}

function limitText(text: string, reached: Reached, key: string): string {
  if (key === 'data' || key === 'blob') {
    if (text.length <= agentLimits.blobCharacters)
      return text
    reached.add(`images and files of at most ${megabytes(agentLimits.blobCharacters)}`)
    return ''
  }
  const isKnown = Object.hasOwn(textLimits, key)
  const most = isKnown ? textLimits[key]! : agentLimits.textCharacters
  if (text.length <= most)
    return text
  reached.add(isKnown ? `a ${key} of at most ${most.toLocaleString('en')} characters` : `texts of at most ${megabytes(most)}`)
  return cutText(text, most)
}

function limitList(list: readonly unknown[], reached: Reached, key: string): readonly unknown[] {
  const { most, name } = Object.hasOwn(listLimits, key) ? listLimits[key]! : otherListLimit
  if (list.length > most)
    reached.add(`${most.toLocaleString('en')} ${name}`)
  const kept = list.length > most ? list.slice(0, most) : list
  const items = kept.map(item => limit(item, reached, ''))
  const limited = key === 'configOptions' ? limitChoices(items, reached) : items
  return list.length <= most && limited.every((item, index) => item === list[index]) ? list : limited
}

function limitFields(fields: JsonObject, reached: Reached): JsonObject {
  const all = Object.entries(fields)
  if (all.length > otherListLimit.most)
    reached.add(`${otherListLimit.most.toLocaleString('en')} ${otherListLimit.name}`)
  const kept = all.slice(0, otherListLimit.most).map(([key, value]): [string, unknown] => [key, limit(value, reached, key)])
  return kept.length === all.length && kept.every(([key, value]) => value === fields[key]) ? fields : Object.fromEntries(kept)
}

function megabytes(characters: number): string {
  return `${Math.round(characters / 1024 / 1024)} MB`
}
