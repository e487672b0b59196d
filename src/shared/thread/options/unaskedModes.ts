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
const tellingWords = /\b(?:bypass|yolo|auto|full access)\b/i

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

/** `bypassPermissions` and `full-access` as words. */
function inWords(text: string): string {
  return text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]/g, ' ')
}
