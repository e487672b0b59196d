import type { ThreadLog } from './threadLog'
import { openElicitations, openPermissions } from '../../../shared/thread/selectors'

/** Closes a turn that was open when Parley ended, so that the thread tells the truth when it is shown again. */
export function closeOpenTurn(log: ThreadLog): void {
  const { transcript } = log
  for (const { request } of openPermissions(transcript))
    log.add({ type: 'permissionAnswer', requestId: request.requestId, outcome: { outcome: 'cancelled' }, by: 'turn' })
  for (const { requestId } of openElicitations(transcript))
    log.add({ type: 'elicitationAnswer', requestId, response: { action: 'cancel' }, by: 'turn' })
  if (transcript.head.turnOpen)
    log.add({ type: 'turnEnd', reason: 'error', message: 'Parley ended while the agent was working.' })
  log.flush(log.lastAt) // it ended when its last word came, not when it is shown again
}
