import type { TerminalExitStatus, ToolCall } from '@agentclientprotocol/sdk'
import type { ElicitationEntry, Entry, PermissionEntry, ToolEntry, Transcript } from './transcript'
import { isJsonObject } from '../text/jsonObject'

/** Unanswered permission requests, oldest first. */
export function openPermissions(transcript: Transcript): PermissionEntry[] {
  return findOpen(transcript, (entry): entry is PermissionEntry => entry.kind === 'permission' && !entry.answer)
}

/** Unanswered elicitations, oldest first. */
export function openElicitations(transcript: Transcript): ElicitationEntry[] {
  return findOpen(transcript, (entry): entry is ElicitationEntry => entry.kind === 'elicitation' && !entry.answer)
}

/** Unanswered permission requests and elicitations, oldest first. */
export function openQuestions(transcript: Transcript): (PermissionEntry | ElicitationEntry)[] {
  return findOpen(transcript, (entry): entry is PermissionEntry | ElicitationEntry =>
    (entry.kind === 'permission' || entry.kind === 'elicitation') && !entry.answer)
}

/**
 * Open questions belong to the current turn, or appear between turns near the end, so earlier entries are not searched.
 */
function findOpen<E extends Entry>({ entries, firstIndex, head }: Transcript, fits: (entry: Entry) => entry is E): E[] {
  return entries.slice(Math.max(0, head.turnStart - firstIndex)).filter(fits)
}

/**
 * The stage of the plan: in progress in this turn, left unfinished, or over (completed, or not resumed by a later
 * turn).
 */
export function planStage({ entries, firstIndex, head }: Transcript): 'running' | 'left' | 'over' | undefined {
  if (head.plan.length === 0)
    return undefined
  const isOfTurn = entries.slice(Math.max(0, head.turnStart - firstIndex)).some(({ kind }) => kind === 'plan')
  if (isOfTurn && head.turnOpen)
    return 'running'
  // A new turn may still resume it.
  const isLeft = head.plan.some(({ status }) => status === 'pending' || status === 'in_progress')
  return (isOfTurn || head.turnOpen) && isLeft ? 'left' : 'over'
}

/** Whether a tool call of the current turn is running, as far as the agent reports. */
export function runsTool({ entries, firstIndex, head }: Transcript): boolean {
  return (
    head.turnOpen
    && entries.slice(Math.max(0, head.turnStart - firstIndex))
      .some(entry => entry.kind === 'tool' && getShownStatus(entry) === 'in_progress')
  )
}

/** The displayed status of a tool call: ACP's, or `cancelled`, which v1 lacks. */
export function getShownStatus(entry: ToolEntry): 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled' {
  if (entry.cancelled || entry.stopped)
    return 'cancelled'
  return entry.unreported ? 'completed' : entry.call.status ?? 'pending'
}

/** How a tool call ended, where its status is missing or misleading. */
export type CallEnding
  = | { readonly kind: 'stopped' | 'unreported' | 'rejected' }
    | { readonly kind: 'exit', readonly exit: TerminalExitStatus }

/** The actual end of a call, if its status does not show it. */
export function callEnding(entry: ToolEntry): CallEnding | undefined {
  const { call, stopped, unreported, exit } = entry
  if (wasRejected(entry))
    return { kind: 'rejected' }
  if (stopped || unreported)
    return { kind: stopped ? 'stopped' : 'unreported' }
  const failed = exit ?? getReportedExit(call)
  return call.status === 'completed' && failed ? { kind: 'exit', exit: failed } : undefined
}

/** Whether a person or rule rejected the call, and the agent complied. */
export function wasRejected({ call, rejected }: ToolEntry): boolean {
  return rejected !== undefined && call.status !== 'completed'
}

/** Whether the call or its command failed, as opposed to being rejected or stopped. */
export function hasFailed(entry: ToolEntry): boolean {
  const ending = callEnding(entry)
  return ending ? ending.kind === 'exit' : getShownStatus(entry) === 'failed'
}

/** Some agents report a failed command as completed, with its exit code in the raw output. */
function getReportedExit({ kind, rawOutput }: ToolCall): TerminalExitStatus | undefined {
  if (kind !== 'execute' || !isJsonObject(rawOutput))
    return undefined
  const { metadata, exitCode, exit_code: snakeCode } = rawOutput
  const code = [isJsonObject(metadata) ? metadata.exit : undefined, exitCode, snakeCode].find(Number.isSafeInteger)
  return typeof code === 'number' && code !== 0 ? { exitCode: code } : undefined
}
