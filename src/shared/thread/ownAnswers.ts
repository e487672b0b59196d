/**
 * The answers that Parley adds to a request about a command: for the thread, or why that is not offered; and allowing
 * read-only commands like it.
 */
export interface OwnAnswers {
  readonly thread?: true
  /** The answer also runs the thread's commands in the sandbox, even if none is set for the folder. */
  readonly sandbox?: true
  readonly readOnly?: true
  readonly why?: string
}
