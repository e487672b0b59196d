import type { Reached } from './limitParts'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** Of all options together: each is drawn as a menu, and all of them are kept with each change of one. */
const mostChoices = 4_000

/**
 * Config options with no more values in all than can be drawn, groups of them counted too. The same list comes back when nothing is cut.
 */
export function limitChoices(options: readonly unknown[], reached: Reached): readonly unknown[] {
  let left = mostChoices
  const take = (choices: readonly unknown[]): readonly unknown[] => {
    const kept: unknown[] = []
    for (const choice of choices.slice(0, left)) {
      if (left <= 0)
        break
      left--
      kept.push(hasChoices(choice) ? withChoices(choice, take(choice.options)) : choice)
    }
    if (kept.length < choices.length)
      reached.add(`${mostChoices.toLocaleString('en')} values of all options together`)
    return kept.length === choices.length && kept.every((choice, index) => choice === choices[index]) ? choices : kept
  }
  const limited = options.map(option => hasChoices(option) ? withChoices(option, take(option.options)) : option)
  return limited.every((option, index) => option === options[index]) ? options : limited
}

function hasChoices(value: unknown): value is JsonObject & { options: readonly unknown[] } {
  return isJsonObject(value) && Array.isArray(value.options)
}

function withChoices<T extends { options: readonly unknown[] }>(owner: T, options: readonly unknown[]): T {
  return options === owner.options ? owner : { ...owner, options }
}
