import type { ThreadEvent } from '../events'
import type { ToolEntry } from '../transcript'
import type { Draft } from './draft'
import { isOpenCall } from './draft'
import { wasAllowed } from './notAsked'

/** More commands never fail in one turn before a call names their terminals. */
const maxLooseExits = 1_000

/**
 * Closes what the agent leaves open when a turn is cancelled or ends: v1 has no status for it. `how` says more, call by
 * call.
 */
function closeCalls(draft: Draft, at: number, how: (entry: ToolEntry) => Partial<ToolEntry> = () => ({ cancelled: true })): void {
  for (let index = draft.openFrom; index < draft.entries.length; index++) {
    const entry = draft.entries[index]!
    if (isOpenCall(entry))
      draft.replace(index, { ...entry, ...how(entry), endedAt: at })
  }
  draft.closeCalls()
}

/** The person pressed Stop: whatever the agent says of these calls later, it is what ended them. */
export function stopCalls(draft: Draft, at: number): void {
  closeCalls(draft, at, () => ({ cancelled: true, stopped: true }))
}

/** A turn that went to its end cancelled nothing: what was allowed in it was done, as far as anyone knows. */
export function endCalls(draft: Draft, at: number, reason: string): void {
  if (reason === 'cancelled' || reason === 'error')
    return closeCalls(draft, at)
  let allowed: ReadonlySet<string> | undefined
  closeCalls(draft, at, ({ call }) => {
    allowed ??= new Set(draft.permissions.filter(wasAllowed).map(({ request }) => request.toolCall.toolCallId))
    return allowed.has(call.toolCallId) ? { unreported: true } : { cancelled: true }
  })
}

/** Closes what is open in a turn without an end in the log, such as a replayed one. */
export function endTurn(draft: Draft, at: number): void {
  draft.endMessage(at)
  closeCalls(draft, at)
}

/** A command failed: its tool call says so, whatever its agent makes of it. One that was killed shows that itself. */
export function endTerminal(draft: Draft, { terminalId, exit, killed }: Extract<ThreadEvent, { type: 'terminalEnd' }>): void {
  if (killed || (!exit.exitCode && !exit.signal))
    return
  const owner = draft.findInTurn((entry): entry is ToolEntry => entry.kind === 'tool' && entry.terminalIds.includes(terminalId))
  if (owner)
    return draft.replace(owner.index, { ...owner.entry, exit })
  // Some commands end before a call names their terminal.
  if (draft.isLoose(terminalId))
    draft.patchHead({ looseExits: [...draft.head.looseExits ?? [], { terminalId, exit }].slice(-maxLooseExits) })
}
