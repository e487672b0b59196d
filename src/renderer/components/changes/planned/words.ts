import type { Grade, PlannedChange } from '../../../../shared/changes/change'
import { formatNumber } from '../../../text/format'

const does: Readonly<Record<PlannedChange['does'], string>> = { restore: 'restored', create: 'created again', delete: 'deleted' }

/** Names of grades, shared by turn cards, the review, and dialogs. */
export const gradeWords: Readonly<Record<Grade, string>> = {
  edits: 'Its edits',
  commands: 'During its commands',
  unclear: 'Cannot tell',
}

/** Strings of the preview before a rejection or restore. */
export const plannedWords = {
  looking: 'Looking at the files…',
  whose: 'Whose changes',
  grade: (grade: Grade, count: number) => `${gradeWords[grade]}: ${files(count)}`,
  gradeHint: {
    edits: undefined,
    commands: 'May include edits by your other programs',
    unclear: 'Parley does not know who wrote these. Look at them before you choose them.',
  } satisfies Record<Grade, string | undefined>,
  will: { restore: 'Restore', create: 'Create again', delete: 'Delete' } satisfies Record<PlannedChange['does'], string>,
  summary: (counts: Readonly<Record<PlannedChange['does'], number>>) => (['restore', 'create', 'delete'] as const)
    .flatMap(kind => counts[kind] > 0 ? [`${files(counts[kind])} ${does[kind]}`] : [])
    .join(', ') || 'No file is chosen',
  left: (count: number) => `${files(count)} left alone`,
  conflict: {
    shared: 'Others changed the same lines since',
    unkept: 'Earlier content not kept',
  } satisfies Record<NonNullable<PlannedChange['conflict']>, string>,
  list: 'What happens to each file',
  cancel: 'Cancel',
} as const

/** Formats a number of files. */
export function files(count: number): string {
  return count === 1 ? '1 file' : `${formatNumber(count)} files`
}
