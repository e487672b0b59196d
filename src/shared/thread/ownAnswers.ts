/**
 * Parley's own answers to a question about a command: for the thread, or why not; and that commands like it, which only
 * read, may run.
 */
export interface OwnAnswers {
  readonly thread?: true
  /** The thread's commands may run in the sandbox from then on, though the person set none for the folder. */
  readonly sandbox?: true
  readonly readOnly?: true
  readonly why?: string
}
