import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadEventBody } from '../events'
import type { ThreadHead } from '../transcript'
import { isModeOption, listValues, mayActUnasked, withValue } from './configOptions'

/** How an agent's modes and options stand. */
export type Offered = Pick<ThreadHead, 'configOptions' | 'modes'>

/** The mode that the agent says it is in. Where it offers modes both ways, the config option stands for them. */
export function modeInForce({ configOptions, modes }: Offered): string | undefined {
  const option = configOptions?.find(isModeOption)
  return option ? String(option.currentValue) : modes?.currentModeId
}

/** The modes that can be chosen, with their names. */
export function listModes({ configOptions, modes }: Offered): readonly { readonly id: string, readonly name: string }[] {
  const option = configOptions?.find(isModeOption)
  return option ? listValues(option).map(({ value, name }) => ({ id: value, name })) : modes?.availableModes ?? []
}

/** That mode in force. An agent that offers modes both ways may report a change in one of them only. */
export function withMode({ configOptions, modes }: Offered, modeId: string): Offered {
  const option = configOptions?.find(isModeOption)
  const isOffered = option && listValues(option).some(({ value }) => value === modeId)
  return {
    ...modes && { modes: { ...modes, currentModeId: modeId } },
    ...configOptions && isOffered && { configOptions: withValue(configOptions, option.id, modeId) },
  }
}

/** Those options, and the mode that one of them may name. */
export function withOptions({ modes }: Offered, configOptions: readonly SessionConfigOption[]): Offered {
  const modeId = modeInForce({ configOptions })
  const isOffered = modes?.availableModes.some(({ id }) => id === modeId)
  return { configOptions, ...modes && modeId !== undefined && isOffered && { modes: { ...modes, currentModeId: modeId } } }
}

type Choices = Pick<ThreadHead, 'choices' | 'chosenMode'>
type Choice = Extract<ThreadEventBody, { type: 'choice' }>

/**
 * What is chosen in the thread once the person has chosen that too. A mode is one choice, however the agent offers
 * modes.
 */
export function withChoice(head: ThreadHead, { configId, value }: Choice): Choices {
  const modeOption = head.configOptions?.find(isModeOption)
  if (configId === undefined || configId === modeOption?.id)
    return { chosenMode: value === undefined ? undefined : String(value) }
  const { [configId]: _, ...others } = head.choices ?? {}
  return { choices: value === undefined ? others : { ...others, [configId]: value } }
}

/**
 * What an agent that does not run will be set to, as far as the person chose it: shown until the agent says what it is
 * set to.
 */
export function withChosen(head: ThreadHead): Offered {
  const { modes, configOptions, chosenMode, choices = {} } = head
  const chosen = Object.entries(choices).reduce((options, [id, value]) => options && withValue(options, id, value), configOptions)
  const offered = { modes, configOptions: chosen }
  return chosenMode === undefined ? offered : { ...offered, ...withMode(offered, chosenMode) }
}

/** What Parley knows of an agent's modes, by their ids. */
export interface KnownModes {
  /** In these the agent acts without asking. */
  readonly unasked?: readonly string[]
  /** In these it asks, whatever they are called. */
  readonly asking?: readonly string[]
}

/** A mode as a person picks it. */
export interface NamedMode {
  readonly id: string
  readonly name: string
}

/** What agents call modes in which no one is asked. It only warns: a mode of another name may do the same. */
const tellingWords = new RegExp(`\\b(?:${[
  'bypass|yolo|auto|auto ?(?:pilot|run|approve)|full access|unrestricted|unattended|dangerous(?:ly)?',
  '(?:allow|approve) all|(?:never|don.?t|without) ask(?:ing)?|(?:skip|no) (?:permissions?|approvals?)',
].join('|')})\\b`, 'i')

/** Of an option of a question, whose name may be about anything, only these tell that it is a mode. */
const modeWords = new RegExp(`\\b(?:${[
  'bypass|yolo|auto ?(?:pilot|run|approve|mode)|full access|unrestricted|unattended|dangerous(?:ly)?',
  '(?:skip|no) (?:permissions?|approvals?)',
].join('|')})\\b`, 'i')

/** Whether an agent in this mode acts without asking, as far as its name or the catalogue tells. */
export function actsUnasked({ id, name }: NamedMode, { unasked = [], asking = [] }: KnownModes = {}): boolean {
  return unasked.includes(id) || (!asking.includes(id) && [id, name].some(text => tellingWords.test(inWords(text))))
}

/** The mode that this value of an option is, if the agent then acts without asking. */
export function unaskedChoice(option: SessionConfigOption, value: string | boolean, known?: KnownModes): NamedMode | undefined {
  if (!mayActUnasked(option))
    return undefined
  if (typeof value === 'boolean') // such as Copilot's "Allow all"
    return value ? { id: option.id, name: option.name } : undefined
  const mode = { id: value, name: listValues(option).find(choice => choice.value === value)?.name ?? value }
  return actsUnasked(mode, known) ? mode : undefined
}

/** What a question is about, and the agent's modes. */
interface Question {
  /** It asks for another mode, as a plan to carry out does. */
  readonly isAboutMode: boolean
  readonly modes: readonly NamedMode[]
  readonly known?: KnownModes | undefined
}

/**
 * The mode that choosing this option of a question switches to, if the agent then acts without asking: by its id, or by
 * its name.
 */
export function unaskedAnswer(option: NamedMode, { isAboutMode, modes, known }: Question): NamedMode | undefined {
  const mode = modes.find(({ id }) => id === option.id)
  const tells = [option.id, option.name].some(text => modeWords.test(inWords(text)))
  const isMode = mode ? actsUnasked(mode, known) : known?.unasked?.includes(option.id) || (isAboutMode && actsUnasked(option, known))
  return tells || isMode ? mode ?? option : undefined
}

/** `bypassPermissions`, `YOLOMode` and `full-access` as words, in plain letters. */
function inWords(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Cf}\p{M}]/gu, '')
  return plain.replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2').replace(/[_-]/g, ' ')
}
