import type { SessionConfigOption, SessionConfigSelectOption } from '@agentclientprotocol/sdk'

/** The choices of a select, flat or grouped, in the agent's order. */
export function listValues(option: SessionConfigOption): readonly SessionConfigSelectOption[] {
  return option.type === 'select' ? option.options.flatMap(item => 'options' in item ? item.options : [item]) : []
}

/** Whether this option is the agent's mode: one of several values, by its category or, where it has none, by its id. */
export function isModeOption(option: SessionConfigOption): boolean {
  return option.type === 'select' && isAboutMode(option)
}

/**
 * Whether this option may let the agent act without asking: a mode of any type, or an option of the category
 * `permissions`, such as Copilot's "Allow all", which is beside its mode.
 */
export function mayActUnasked(option: SessionConfigOption): boolean {
  return isAboutMode(option) || option.category === 'permissions'
}

/**
 * Whether this option may let the agent do more than before: all but those whose category says that they are about the
 * model.
 */
export function mayLoosen({ category }: SessionConfigOption): boolean {
  return !['model', 'model_config', 'thought_level'].includes(category ?? '')
}

function isAboutMode({ id, category }: SessionConfigOption): boolean {
  return category === 'mode' || (id === 'mode' && (category === undefined || category === null))
}

/** The list with one value changed, for an agent that does not report its options after a change. */
export function withValue(options: readonly SessionConfigOption[], configId: string, value: string | boolean): SessionConfigOption[] {
  return options.map((option) => {
    if (option.id !== configId)
      return option
    if (option.type === 'boolean')
      return typeof value === 'boolean' ? { ...option, currentValue: value } : option
    return option.type === 'select' && typeof value === 'string' ? { ...option, currentValue: value } : option
  })
}

/**
 * What stands where an option's category puts it: the mode, the model and what belongs to it, how hard it thinks; then
 * what the agent alone knows.
 */
interface PlacedOptions {
  readonly shown: readonly SessionConfigOption[]
  /** Behind "More options". */
  readonly more: readonly SessionConfigOption[]
}

const places = ['mode', 'model', 'model_config', 'thought_level']
/** Up to this many options fit beside the composer; above it, those of no known category fold away. */
const maxShown = 5
/** No honest agent has more options of a known category; these take the room of three lines. */
const maxKnown = 12

/** Sorts options by category, and decides which are behind "More options". */
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
