import type { RestoreStep } from '../../../../shared/changes/change'
import { files } from '../fileCount'

const does: Readonly<Record<RestoreStep['does'], string>> = { restore: 'restored', create: 'created again', delete: 'deleted' }

/** What restoring files says. */
export const restoreWords = {
  button: 'Restore files to here',
  hint: 'Take back what the agent changed since this message was sent',
  name: 'Restore files',
  about: 'What the agent changed since this message was sent is taken back. Everything else stays as it is.',
  looking: 'Looking at the files…',
  nothing: 'There is nothing to restore: the files are as they were.',
  will: { restore: 'Restore', create: 'Create again', delete: 'Delete' } satisfies Record<RestoreStep['does'], string>,
  summary: (counts: Readonly<Record<RestoreStep['does'], number>>) => (['restore', 'create', 'delete'] as const)
    .flatMap(kind => counts[kind] > 0 ? [`${files(counts[kind])} ${does[kind]}`] : [])
    .join(', '),
  left: (count: number) => `${files(count)} left alone`,
  conflict: {
    shared: 'Others changed the same lines since',
    unkept: 'Earlier content not kept',
  } satisfies Record<NonNullable<RestoreStep['conflict']>, string>,
  list: 'What happens to each file',
  cancel: 'Cancel',
  confirm: 'Restore',
  busy: 'An agent works in this folder. Stop it first.',
  stop: 'Stop the agent',
  failed: 'The files could not be restored',
  done: (count: number) => `Restored ${files(count)}`,
} as const
