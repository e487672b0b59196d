import type { SessionConfigOption, SessionConfigSelectOption } from '@agentclientprotocol/sdk'

/** The choices of a select option, flat or grouped, in the agent's order. */
export function listValues(option: SessionConfigOption): readonly SessionConfigSelectOption[] {
  return option.type === 'select' ? option.options.flatMap(item => 'options' in item ? item.options : [item]) : []
}

/** Whether this select option is the agent's mode, by its category or, without one, by its id. */
export function isModeOption(option: SessionConfigOption): boolean {
  return option.type === 'select' && isAboutMode(option)
}

/**
 * Whether this option may let the agent act without asking: a mode of any type, or an option of the category
 * `permissions`, such as Copilot's "Allow all", which is separate from its mode.
 */
export function mayActUnasked(option: SessionConfigOption): boolean {
  return isAboutMode(option) || option.category === 'permissions'
}

/** Whether this option may grant the agent more than before: true unless its category is about the model. */
export function mayLoosen({ category }: SessionConfigOption): boolean {
  return !['model', 'model_config', 'thought_level'].includes(category ?? '')
}

function isAboutMode({ id, category }: SessionConfigOption): boolean {
  return category === 'mode' || (id === 'mode' && (category === undefined || category === null))
}

/** Changes one value, for agents that do not report their options after a change. */
export function withValue(
  options: readonly SessionConfigOption[],
  configId: string,
  value: string | boolean,
): SessionConfigOption[] {
  return options.map((option) => {
    if (option.id !== configId)
      return option
    if (option.type === 'boolean')
      return typeof value === 'boolean' ? { ...option, currentValue: value } : option
    return option.type === 'select' && typeof value === 'string' ? { ...option, currentValue: value } : option
  })
}

/** Options sorted by category: mode, model and its options, thought level, then options of unknown categories. */
interface PlacedOptions {
  readonly shown: readonly SessionConfigOption[]
  /** Behind "More options". */
  readonly more: readonly SessionConfigOption[]
}

const places = ['mode', 'model', 'model_config', 'thought_level']
/** Up to this many options fit beside the composer. If there are more, those of unknown categories are folded. */
const maxShown = 5
/** More options of known categories than any honest agent has; these fill three lines. */
const maxKnown = 12

/** Sorts options by category, and moves some behind "More options". */
export function placeOptions(options: readonly SessionConfigOption[]): PlacedOptions {
  const known = options.filter(({ type }) => type === 'select' || type === 'boolean')
  const placeOf = (option: SessionConfigOption): number => {
    const place = places.indexOf(isModeOption(option) ? 'mode' : option.category ?? '')
    return place < 0 ? places.length : place
  }
  const sorted = known.toSorted((one, other) => placeOf(one) - placeOf(other))
  const isFolded = (option: SessionConfigOption, index: number): boolean =>
    sorted.length > maxShown && (placeOf(option) === places.length || index >= maxKnown)
  return { shown: sorted.filter((option, index) => !isFolded(option, index)), more: sorted.filter(isFolded) }
}
