import type { TurnEndEvent } from '../../shared/thread/events'
import type { Unread } from '../../shared/thread/news'
import type { ThreadMark } from '../store/tables/threadTable'

/** The mark of a thread whose turn has ended. What the person stopped is no news. */
export function markAfterTurn(mark: ThreadMark | undefined, { reason, isFaulty, isLookedAt }: {
  reason: TurnEndEvent['reason']
  isFaulty?: boolean | undefined
  isLookedAt: boolean
}): ThreadMark | undefined {
  if (mark !== 'working')
    return mark
  if (isLookedAt || reason === 'cancelled')
    return undefined
  return reason === 'end_turn' && !isFaulty ? 'ended' : 'failed'
}

/** What the list says of a mark: the turn of a thread that is not open is no longer running. */
export function unreadOf(mark: ThreadMark | undefined, { isOpen }: { isOpen: boolean }): Unread | undefined {
  return mark !== 'working' ? mark : isOpen ? undefined : 'interrupted'
}
