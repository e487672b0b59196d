import type { ChangedBy, TakenBack } from '../../../../shared/changes/change'
import { formatNumber } from '../../../text/format'

/** What the list of changed files says. */
export const changeWords = {
  name: 'Changed files',
  files: (count: number) => count === 0 ? 'No file changed' : count === 1 ? '1 file changed' : `${formatNumber(count)} files changed`,
  notAsked: 'not asked',
  outside: 'outside the folder',
  outsideHint: 'It lies in none of the thread\'s folders: Parley records nothing there, and cannot review or undo it',
  by: {
    asked: 'as asked',
    command: 'by a command',
    unannounced: 'not announced',
    you: 'by you',
    otherThread: 'by another thread',
    outside: 'from outside',
    unclear: 'cannot tell by whom',
  } satisfies Record<ChangedBy, string>,
  takenBack: { reject: 'rejected', restore: 'restored' } satisfies Record<TakenBack['act'], string>,
  agentAnd: (others: string) => `by the agent, ${others}`,
  gap: (words: string) => `Not everything is recorded: ${words}`,
  cut: (count: number) => count === 1 ? '1 more file, in the review' : `${formatNumber(count)} more files, in the review`,
} as const
