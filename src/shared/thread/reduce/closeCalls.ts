import type { ThreadEvent } from '../events'
import type { ToolEntry } from '../transcript'
import type { Draft } from './draft'
import { isOpenCall } from './draft'
import { wasAllowed } from './notAsked'

/** More commands than fail in one turn before a call names their terminals. */
const maxLooseExits = 1_000

/**
 * Closes the tool calls that the agent leaves open when a turn is cancelled or ends. ACP v1 has no status for that.
 * `how` adds details per call.
 */
function closeCalls(
  draft: Draft,
  at: number,
  describeEnd: (entry: ToolEntry) => Partial<ToolEntry> = () => ({ cancelled: true }),
): void {
  for (let index = draft.openFrom; index < draft.entries.length; index++) {
    const entry = draft.entries[index]!
    if (isOpenCall(entry))
      draft.replace(index, { ...entry, ...describeEnd(entry), endedAt: at })
  }
  draft.closeCalls()
}

/** Marks calls as stopped, because the person pressed Stop, whatever the agent reports about them later. */
export function stopCalls(draft: Draft, at: number): void {
  closeCalls(draft, at, () => ({ cancelled: true, stopped: true }))
}

/**
 * Closes calls after a turn. A turn that ended normally cancelled nothing, so calls that were allowed in it presumably
 * completed.
 */
export function endCalls(draft: Draft, at: number, reason: string): void {
  if (reason === 'cancelled' || reason === 'error')
    return closeCalls(draft, at)
  let allowed: ReadonlySet<string> | undefined
  closeCalls(draft, at, ({ call }) => {
    allowed ??= new Set(draft.permissions.filter(wasAllowed).map(({ request }) => request.toolCall.toolCallId))
    return allowed.has(call.toolCallId) ? { unreported: true } : { cancelled: true }
  })
}

/** Closes a turn whose end is missing from the log, such as a replayed one. */
export function endTurn(draft: Draft, at: number): void {
  draft.endMessage(at)
  closeCalls(draft, at)
}

/** Records a command's failure in its tool call, whatever the agent reports. A killed terminal shows that itself. */
export function endTerminal(
  draft: Draft,
  { terminalId, exit, killed }: Extract<ThreadEvent, { type: 'terminalEnd' }>,
): void {
  if (killed || (!exit.exitCode && !exit.signal))
    return
  const owner = draft.findInTurn((entry): entry is ToolEntry =>
    entry.kind === 'tool' && entry.terminalIds.includes(terminalId),
  )
  if (owner)
    return draft.replace(owner.index, { ...owner.entry, exit })
  // A command may end before a call names its terminal.
  if (draft.isLoose(terminalId))
    draft.patchHead({ looseExits: [...draft.head.looseExits ?? [], { terminalId, exit }].slice(-maxLooseExits) })
}
