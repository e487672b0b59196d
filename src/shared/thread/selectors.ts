import type { TerminalExitStatus, ToolCall } from '@agentclientprotocol/sdk'
import type { ElicitationEntry, Entry, PermissionEntry, ToolEntry, Transcript } from './transcript'
import { isJsonObject } from '../text/jsonObject'

/** Permission requests that wait for the person, oldest first. */
export function openPermissions(transcript: Transcript): PermissionEntry[] {
  return openIn(transcript, (entry): entry is PermissionEntry => entry.kind === 'permission' && !entry.answer)
}

/** Elicitations that wait for the person, oldest first. */
export function openElicitations(transcript: Transcript): ElicitationEntry[] {
  return openIn(transcript, (entry): entry is ElicitationEntry => entry.kind === 'elicitation' && !entry.answer)
}

/** Both, oldest first. */
export function openQuestions(transcript: Transcript): (PermissionEntry | ElicitationEntry)[] {
  return openIn(transcript, (entry): entry is PermissionEntry | ElicitationEntry =>
    (entry.kind === 'permission' || entry.kind === 'elicitation') && !entry.answer)
}

/** Questions are answered in their turn, or between turns just before the end: earlier entries need no search. */
function openIn<E extends Entry>({ entries, firstIndex, head }: Transcript, fits: (entry: Entry) => entry is E): E[] {
  return entries.slice(Math.max(0, head.turnStart - firstIndex)).filter(fits)
}

/**
 * Whether a plan is worked on in this turn, was left with steps to do, or is over: done, or nothing that a later turn
 * came back to.
 */
export function planStage({ entries, firstIndex, head }: Transcript): 'running' | 'left' | 'over' | undefined {
  if (head.plan.length === 0)
    return undefined
  const isOfTurn = entries.slice(Math.max(0, head.turnStart - firstIndex)).some(({ kind }) => kind === 'plan')
  if (isOfTurn && head.turnOpen)
    return 'running'
  // In a turn that has just begun it may be taken up again.
  const isLeft = head.plan.some(({ status }) => status === 'pending' || status === 'in_progress')
  return (isOfTurn || head.turnOpen) && isLeft ? 'left' : 'over'
}

/** Whether a tool of the current turn is running, as far as the agent reports. */
export function runsTool({ entries, firstIndex, head }: Transcript): boolean {
  return (
    head.turnOpen
    && entries.slice(Math.max(0, head.turnStart - firstIndex)).some(entry => entry.kind === 'tool' && shownStatus(entry) === 'in_progress')
  )
}

/** A tool call's status as it is shown: ACP's, or `cancelled`, which v1 does not have. */
export function shownStatus(entry: ToolEntry): 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled' {
  if (entry.cancelled || entry.stopped)
    return 'cancelled'
  return entry.unreported ? 'completed' : entry.call.status ?? 'pending'
}

/** What a tool call's status alone would not say, or would say wrongly. */
export type CallEnding
  = | { readonly kind: 'stopped' | 'unreported' | 'rejected' }
    | { readonly kind: 'exit', readonly exit: TerminalExitStatus }

/** How a call really ended, where its status does not say so. */
export function callEnding(entry: ToolEntry): CallEnding | undefined {
  const { call, stopped, unreported, exit } = entry
  if (wasRejected(entry))
    return { kind: 'rejected' }
  if (stopped || unreported)
    return { kind: stopped ? 'stopped' : 'unreported' }
  const failed = exit ?? reportedExit(call)
  return call.status === 'completed' && failed ? { kind: 'exit', exit: failed } : undefined
}

/** Whether a person or a rule said no to the call, and the agent heeded that. */
export function wasRejected({ call, rejected }: ToolEntry): boolean {
  return rejected !== undefined && call.status !== 'completed'
}

/** Whether the call, or the command that it ran, failed by itself. */
export function hasFailed(entry: ToolEntry): boolean {
  const ending = callEnding(entry)
  return ending ? ending.kind === 'exit' : shownStatus(entry) === 'failed'
}

/** Some agents call a command that failed completed, and tell its exit code in their raw output. */
function reportedExit({ kind, rawOutput }: ToolCall): TerminalExitStatus | undefined {
  if (kind !== 'execute' || !isJsonObject(rawOutput))
    return undefined
  const { metadata, exitCode, exit_code: snakeCode } = rawOutput
  const code = [isJsonObject(metadata) ? metadata.exit : undefined, exitCode, snakeCode].find(Number.isSafeInteger)
  return typeof code === 'number' && code !== 0 ? { exitCode: code } : undefined
}
