import type { PermissionOption, PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { estimateBytes } from '../../../agents/wire/estimateBytes'
import { agentLimits } from '../../log/limits'

/** More options don't fit above the composer. */
const maxOptions = 8
const maxCharacters = 128
const kinds: readonly string[] = [
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
] satisfies PermissionOptionKind[]

/**
 * Returns the options that can be shown: with a name, a usable id and a known kind. A bad option doesn't invalidate the
 * request.
 */
export function filterShowableOptions(options: readonly PermissionOption[]): PermissionOption[] {
  return options.filter(({ optionId, name, kind }) =>
    optionId.length > 0 && optionId.length <= maxCharacters && name.trim().length > 0 && kinds.includes(kind))
}

/** Notice in a thread when an option was omitted. */
export const unshowableOption = {
  title: 'An option of a permission request could not be shown',
  description: `Every option needs a name, an id of 1 to ${maxCharacters} characters, and one of the kinds`
    + ` ${kinds.join(', ')}.`,
}

/**
 * Returns why the options of a permission request can't be shown, or `undefined`. Doesn't quote the agent, so that a
 * thread shows each reason once.
 */
export function checkOptions(options: readonly PermissionOption[]): string | undefined {
  if (options.length === 0 || options.length > maxOptions)
    return `A permission request must have 1 to ${maxOptions} options.`
  if (new Set(options.map(option => option.optionId)).size < options.length)
    return 'Two options have the same id.'
  return undefined
}

/** Returns why the tool call of a permission request can't be shown, or `undefined`. */
export function checkCall({ toolCallId }: ToolCallUpdate): string | undefined {
  return toolCallId === ''
    ? 'A permission request must say for which tool call it is, by an id of 1 to 256 characters.'
    : undefined
}

/** Returns why a question is too large to be shown, or `undefined`. */
export function checkSize(question: unknown): string | undefined {
  return estimateBytes(question) > agentLimits.questionBytes
    ? `A question may hold at most ${agentLimits.questionBytes / 1024 / 1024} MB.`
    : undefined
}
