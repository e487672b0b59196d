/** What happened to the git repository of a folder while a turn ran. */
export interface GitChange {
  /** Another branch is checked out; without a branch, the first letters of the commit. */
  readonly branch?: { readonly from: string, readonly to: string }
  /** How many commits were made on what is checked out. */
  readonly commits?: number
  /** Another commit is checked out, by something else than a commit: reset, checkout, pull, rebase. */
  readonly moved?: true
  /** Its settings changed, which may name programs that git runs. */
  readonly config?: true
  /** Its hooks changed, which are programs that git runs. */
  readonly hooks?: true
  /** It was created, or is gone. */
  readonly repository?: 'new' | 'gone'
}
