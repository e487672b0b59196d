import type { PermissionOption, PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { estimateBytes } from '../../../agents/wire/estimateBytes'
import { agentLimits } from '../../log/limits'

/** More options than this cannot be shown faithfully above the composer. */
const maxOptions = 8
const maxCharacters = 128
const kinds: readonly string[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] satisfies PermissionOptionKind[]

/**
 * Why the options of a permission request cannot be shown, or `undefined`. The reason quotes nothing of the agent's, so
 * that a thread shows each reason only once.
 */
export function checkOptions(options: readonly PermissionOption[]): string | undefined {
  if (options.length === 0 || options.length > maxOptions)
    return `A permission request must have 1 to ${maxOptions} options.`
  if (options.some(option => option.optionId.length === 0 || option.optionId.length > maxCharacters || option.name.trim().length === 0))
    return `Every option needs a name, and an id of 1 to ${maxCharacters} characters.`
  if (new Set(options.map(option => option.optionId)).size < options.length)
    return 'Two options have the same id.'
  // Nothing could tell the person what an option of an unknown kind grants.
  if (options.some(option => !kinds.includes(option.kind)))
    return `Every option needs one of the kinds ${kinds.join(', ')}.`
  return undefined
}

/** Why what a permission is wanted for cannot be shown, or `undefined`. */
export function checkCall({ toolCallId }: ToolCallUpdate): string | undefined {
  return toolCallId === '' ? 'A permission request must say for which tool call it is, by an id of 1 to 256 characters.' : undefined
}

/** Why a question cannot be shown as a whole, or `undefined`. */
export function checkSize(question: unknown): string | undefined {
  return estimateBytes(question) > agentLimits.questionBytes
    ? `A question may hold at most ${agentLimits.questionBytes / 1024 / 1024} MB.`
    : undefined
}
