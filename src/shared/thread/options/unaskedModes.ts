import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { mayActUnasked, valuesOf } from './configOptions'

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

/** What agents call modes in which nobody is asked. It only warns: a mode of another name may do the same. */
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
  const mode = { id: value, name: valuesOf(option).find(choice => choice.value === value)?.name ?? value }
  return actsUnasked(mode, known) ? mode : undefined
}

/** What a question is about, and the agent's modes. */
interface Question {
  /** It asks for another mode, as a plan to carry out does. */
  readonly isAboutMode: boolean
  readonly modes: readonly NamedMode[]
  readonly known?: KnownModes | undefined
}

/** The mode that choosing this option of a question switches to, if the agent then acts without asking: by its id, or by its name. */
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
