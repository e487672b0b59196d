import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { cutText } from '../../agents/decode/cutText'
import { estimateBytes } from '../../agents/wire/estimateBytes'

const maxUpdateBytes = 16 * 1024 * 1024
const maxTextCharacters = 4 * 1024 * 1024
/** Base64 of images and other media. Larger ones can't be shown. */
const maxBlobCharacters = 12 * 1024 * 1024
/** Values of all options together. Each is a menu item, and all are stored whenever one changes. */
const maxChoices = 4_000
const maxMetaCharacters = 32 * 1024

/** Maximum list lengths by field name, and names for the items. */
const listLimits: Readonly<Record<string, { readonly most: number, readonly name: string }>> = {
  entries: { most: 500, name: 'plan entries' },
  availableCommands: { most: 1_000, name: 'commands' },
  configOptions: { most: 100, name: 'options' },
  options: { most: 2_000, name: 'values of an option' },
  availableModes: { most: 100, name: 'modes' },
  content: { most: 500, name: 'parts of a tool call' },
  locations: { most: 500, name: 'places of a tool call' },
  summary: { most: 500, name: 'parts of a summary' },
}
/** Limit for other lists and for the fields of an object. */
const otherListLimit = { most: 10_000, name: 'items of a list' }

/** Maximum characters of texts by field name. */
const textLimits: Readonly<Record<string, number>> = {
  title: 16 * 1024, // some agents put a whole command there
  name: 1_000,
  version: 1_000,
  description: 8 * 1024,
  hint: 1_000,
  currency: 32,
  commandLine: 64 * 1024,
  cwd: 4_096,
}

/** Smaller updates can only exceed the limits of titles and other short texts. */
const smallBytes = 24 * 1024
/** Smaller updates can't exceed any limit. */
const tinyBytes = 1_000

const rawFields = new Set(['rawInput', 'rawOutput', '_meta'])

/** The limits that were reached, as shown to the person. */
export type ReachedLimits = Set<string>

/** Trims an update to the limits. Returns `undefined` if nothing remains. `bytes` is its approximate size in memory. */
export function trimUpdate(update: SessionUpdate, bytes: number, reached: ReachedLimits): SessionUpdate | undefined {
  if (bytes < tinyBytes || (bytes < smallBytes && !hasLongName(update)))
    return update
  const cut = trimParts(update, reached)
  if (cut === update ? bytes <= maxUpdateBytes : estimateBytes(cut) <= maxUpdateBytes)
    return cut
  reached.add(`updates of at most ${formatMegabytes(maxUpdateBytes)}`)
  // Removes raw input and output first: content usually has the same in fewer bytes. All these fields are optional.
  const rest = Object.fromEntries(Object.entries(cut).filter(([key]) =>
    !rawFields.has(key),
  )) as unknown as SessionUpdate
  return estimateBytes(rest) <= maxUpdateBytes ? rest : undefined
}

/** Trims long lists, long texts and large blobs in a JSON value. Returns the same object if nothing is trimmed. */
export function trimParts<T>(value: T, reached: ReachedLimits, key = ''): T {
  return trim(value, reached, key) as T // trimming keeps the shape
}

/**
 * Removes large values from `_meta`: Qwen sends half a megabyte about its skills with every command list, which the log
 * would store on each resume. Returns the same object if nothing is removed.
 */
export function trimMeta(update: SessionUpdate): SessionUpdate {
  const entries = Object.entries(update._meta ?? {})
  const kept = entries.filter(([, value]) => (JSON.stringify(value) ?? '').length <= maxMetaCharacters)
  return kept.length === entries.length ? update : { ...update, _meta: Object.fromEntries(kept) }
}

/** Names and descriptions have lower limits. In small updates only top-level ones can exceed them. */
function hasLongName(update: SessionUpdate): boolean {
  return Object.entries(update).some(
    ([key, value]) => typeof value === 'string' && Object.hasOwn(textLimits, key) && value.length > textLimits[key]!,
  )
}

function trim(value: unknown, reached: ReachedLimits, key: string): unknown {
  if (typeof value === 'string')
    return trimText(value, reached, key)
  if (Array.isArray(value))
    return trimList(value, reached, key)
  return isJsonObject(value) ? trimFields(value, reached) : value
}

function trimText(text: string, reached: ReachedLimits, key: string): string {
  if (key === 'data' || key === 'blob') {
    if (text.length <= maxBlobCharacters)
      return text
    reached.add(`images and files of at most ${formatMegabytes(maxBlobCharacters)}`)
    return ''
  }
  const isNamed = Object.hasOwn(textLimits, key)
  const most = isNamed ? textLimits[key]! : maxTextCharacters
  if (text.length <= most)
    return text
  reached.add(
    isNamed
      ? `a ${key} of at most ${most.toLocaleString('en')} characters`
      : `texts of at most ${formatMegabytes(most)}`,
  )
  return cutText(text, most)
}

function trimList(list: readonly unknown[], reached: ReachedLimits, key: string): readonly unknown[] {
  const { most, name } = Object.hasOwn(listLimits, key) ? listLimits[key]! : otherListLimit
  if (list.length > most)
    reached.add(`${most.toLocaleString('en')} ${name}`)
  const kept = list.length > most ? list.slice(0, most) : list
  const items = kept.map(item => trim(item, reached, ''))
  const trimmed = key === 'configOptions' ? trimChoices(items, reached) : items
  return list.length <= most && trimmed.every((item, index) => item === list[index]) ? list : trimmed
}

function trimFields(fields: JsonObject, reached: ReachedLimits): JsonObject {
  const all = Object.entries(fields)
  if (all.length > otherListLimit.most)
    reached.add(`${otherListLimit.most.toLocaleString('en')} ${otherListLimit.name}`)
  const kept = all.slice(0, otherListLimit.most)
    .map(([key, value]): [string, unknown] => [key, trim(value, reached, key)])
  return kept.length === all.length && kept.every(([key, value]) => value === fields[key])
    ? fields
    : Object.fromEntries(kept)
}

/** Limits the number of all options' values, including groups. Returns the same list if nothing is trimmed. */
function trimChoices(options: readonly unknown[], reached: ReachedLimits): readonly unknown[] {
  let left = maxChoices
  const take = (choices: readonly unknown[]): readonly unknown[] => {
    const kept: unknown[] = []
    for (const choice of choices.slice(0, left)) {
      if (left <= 0)
        break
      left--
      kept.push(hasChoices(choice) ? withOptions(choice, take(choice.options)) : choice)
    }
    if (kept.length < choices.length)
      reached.add(`${maxChoices.toLocaleString('en')} values of all options together`)
    return kept.length === choices.length && kept.every((choice, index) => choice === choices[index]) ? choices : kept
  }
  const trimmed = options.map(option => hasChoices(option) ? withOptions(option, take(option.options)) : option)
  return trimmed.every((option, index) => option === options[index]) ? options : trimmed
}

function hasChoices(value: unknown): value is JsonObject & { options: readonly unknown[] } {
  return isJsonObject(value) && Array.isArray(value.options)
}

function withOptions<T extends { options: readonly unknown[] }>(owner: T, options: readonly unknown[]): T {
  return options === owner.options ? owner : { ...owner, options }
}

function formatMegabytes(count: number): string {
  return `${Math.round(count / 1024 / 1024)} MB`
}
