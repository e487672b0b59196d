/** What happened to the git repository of a folder while a turn ran. */
export interface GitChange {
  /** The branch that is checked out is another; a commit's first letters where there is no branch. */
  readonly branch?: { readonly from: string, readonly to: string }
  /** How many commits were made on what is checked out. */
  readonly commits?: number
  /** What is checked out is another commit, and not by a commit: reset, checkout, pull, rebase. */
  readonly moved?: true
  /** Its settings, which may name programs that git runs, are others. */
  readonly config?: true
  /** Its hooks, which are programs that git runs, are others. */
  readonly hooks?: true
  /** It came to be, or is gone. */
  readonly repository?: 'new' | 'gone'
}
