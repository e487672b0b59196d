import type { EndedTurn } from './row'
import { shownStatus } from '../../../../shared/thread/selectors'
import { changedFiles } from '../changes/changedFiles'
import { type LookUps, lookUpsOf } from './lookUps'

/** What a turn's work came to. */
export interface Deeds extends LookUps {
  readonly changed: number
  readonly ran: number
  readonly asked: number
}

/** Counts what was done, as far as the agent reports. */
export function deedsOf({ entries, calls }: Pick<EndedTurn, 'entries' | 'calls'>): Deeds {
  return {
    ...lookUpsOf(calls),
    changed: changedFiles(calls).length,
    ran: calls.filter(entry => entry.call.kind === 'execute' && shownStatus(entry) === 'completed').length,
    asked: entries.filter(entry => (entry.kind === 'permission' || entry.kind === 'elicitation') && entry.answer?.by === 'person').length,
  }
}
