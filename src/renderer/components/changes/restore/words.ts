import { files } from '../fileCount'

/** What restoring files says. */
export const restoreWords = {
  button: 'Restore files to here',
  hint: 'Take back what the agent changed since this message was sent',
  name: 'Restore files',
  about: 'What the agent changed since this message was sent is taken back. Everything else stays as it is.',
  nothing: 'There is nothing to restore: the files are as they were.',
  confirm: 'Restore',
  busy: 'An agent works in this folder. Stop it first.',
  stop: 'Stop the agent',
  failed: 'The files could not be restored',
  done: (count: number) => `Restored ${files(count)}`,
} as const
