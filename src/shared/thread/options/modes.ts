import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadEventBody } from '../events'
import type { ThreadHead } from '../transcript'
import { isModeOption, listValues, mayActUnasked, withValue } from './configOptions'

/** The state of an agent's modes and options. */
export type Offered = Pick<ThreadHead, 'configOptions' | 'modes'>

/** The agent's current mode. If it offers modes both ways, the config option takes precedence. */
export function getCurrentMode({ configOptions, modes }: Offered): string | undefined {
  const option = configOptions?.find(isModeOption)
  return option ? String(option.currentValue) : modes?.currentModeId
}

/** The available modes. */
export function listModes({
  configOptions,
  modes,
}: Offered): readonly { readonly id: string, readonly name: string }[] {
  const option = configOptions?.find(isModeOption)
  return option ? listValues(option).map(({ value, name }) => ({ id: value, name })) : modes?.availableModes ?? []
}

/** Applies a mode. An agent that offers modes both ways may report a change in only one of them. */
export function withMode({ configOptions, modes }: Offered, modeId: string): Offered {
  const option = configOptions?.find(isModeOption)
  const isOffered = option && listValues(option).some(({ value }) => value === modeId)
  return {
    ...modes && { modes: { ...modes, currentModeId: modeId } },
    ...configOptions && isOffered && { configOptions: withValue(configOptions, option.id, modeId) },
  }
}

/** Applies new config options, and the mode that one of them may set. */
export function withConfigOptions({ modes }: Offered, configOptions: readonly SessionConfigOption[]): Offered {
  const modeId = getCurrentMode({ configOptions })
  const isOffered = modes?.availableModes.some(({ id }) => id === modeId)
  return {
    configOptions,
    ...modes && modeId !== undefined && isOffered && { modes: { ...modes, currentModeId: modeId } },
  }
}

type Choices = Pick<ThreadHead, 'choices' | 'chosenMode'>
type Choice = Extract<ThreadEventBody, { type: 'choice' }>

/** Adds one of the person's choices. A mode is a single choice, even if the agent offers modes both ways. */
export function addChoice(head: ThreadHead, { configId, value }: Choice): Choices {
  const modeOption = head.configOptions?.find(isModeOption)
  if (configId === undefined || configId === modeOption?.id)
    return { chosenMode: value === undefined ? undefined : String(value) }
  const { [configId]: _, ...others } = head.choices ?? {}
  return { choices: value === undefined ? others : { ...others, [configId]: value } }
}

/** The options as the person's choices will set them when the agent starts; shown until the agent reports its own. */
export function withChoices(head: ThreadHead): Offered {
  const { modes, configOptions, chosenMode, choices = {} } = head
  const chosen = Object.entries(choices)
    .reduce((options, [id, value]) => options && withValue(options, id, value), configOptions)
  const offered = { modes, configOptions: chosen }
  return chosenMode === undefined ? offered : { ...offered, ...withMode(offered, chosenMode) }
}

/** What Parley knows about an agent's modes, by their ids. */
export interface KnownModes {
  /** Modes in which the agent acts without asking. */
  readonly unasked?: readonly string[]
  /** Modes in which it asks, whatever their names suggest. */
  readonly asking?: readonly string[]
}

/** A mode with its display name. */
export interface NamedMode {
  readonly id: string
  readonly name: string
}

/** Names of modes in which agents do not ask. Used for warnings only: a mode with another name may do the same. */
const unaskedNames = new RegExp(`\\b(?:${[
  'bypass|yolo|auto|auto ?(?:pilot|run|approve)|full access|unrestricted|unattended|dangerous(?:ly)?',
  '(?:allow|approve) all|(?:never|don.?t|without) ask(?:ing)?|(?:skip|no) (?:permissions?|approvals?)',
].join('|')})\\b`, 'i')

/**
 * Stricter, for options of a permission request, whose names may be about anything. Only these names identify a mode.
 */
const unaskedOptionNames = new RegExp(`\\b(?:${[
  'bypass|yolo|auto ?(?:pilot|run|approve|mode)|full access|unrestricted|unattended|dangerous(?:ly)?',
  '(?:skip|no) (?:permissions?|approvals?)',
].join('|')})\\b`, 'i')

/** Whether an agent in this mode acts without asking, judging by the catalogue or the mode's name. */
export function actsUnasked({ id, name }: NamedMode, { unasked = [], asking = [] }: KnownModes = {}): boolean {
  return unasked.includes(id) || (!asking.includes(id) && [id, name].some(text => unaskedNames.test(splitWords(text))))
}

/** Whether a mode's name indicates that the agent asks in it. */
export function asksByName(name: string): boolean {
  return /\b(?:asks?|manual)\b/i.test(name)
}

/** The mode set by this option value, if the agent then acts without asking. */
export function findUnaskedChoice(
  option: SessionConfigOption,
  value: string | boolean,
  known?: KnownModes,
): NamedMode | undefined {
  if (!mayActUnasked(option))
    return undefined
  if (typeof value === 'boolean') // such as Copilot's "Allow all"
    return value ? { id: option.id, name: option.name } : undefined
  const mode = { id: value, name: listValues(option).find(choice => choice.value === value)?.name ?? value }
  return actsUnasked(mode, known) ? mode : undefined
}

/** A permission request, as far as it concerns modes. */
interface Question {
  /** Whether the request is about switching the mode, like one about a plan. */
  readonly isAboutMode: boolean
  readonly modes: readonly NamedMode[]
  readonly known?: KnownModes | undefined
}

/** The mode that this answer switches to, if the agent then acts without asking. Recognized by id or name. */
export function findUnaskedAnswer(option: NamedMode, { isAboutMode, modes, known }: Question): NamedMode | undefined {
  const mode = modes.find(({ id }) => id === option.id)
  const tells = [option.id, option.name].some(text => unaskedOptionNames.test(splitWords(text)))
  const isMode = mode
    ? actsUnasked(mode, known)
    : known?.unasked?.includes(option.id) || (isAboutMode && actsUnasked(option, known))
  return tells || isMode ? mode ?? option : undefined
}

/** Splits names like `bypassPermissions`, `YOLOMode` and `full-access` into words, in plain letters. */
function splitWords(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Cf}\p{M}]/gu, '')
  return plain.replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2').replace(/[_-]/g, ' ')
}
