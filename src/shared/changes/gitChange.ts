/** What happened to a folder's git repository during a turn. */
export interface GitChange {
  /** The checked-out branch changed; abbreviated commits stand in for a detached HEAD. */
  readonly branch?: { readonly from: string, readonly to: string }
  /** The number of new commits on the checked-out branch or commit. */
  readonly commits?: number
  /** HEAD moved other than by a commit: reset, checkout, pull, rebase. */
  readonly moved?: true
  /** The git config changed. It can name programs that git runs. */
  readonly config?: true
  /** The hooks changed. They are programs that git runs. */
  readonly hooks?: true
  /** The repository was created or removed. */
  readonly repository?: 'new' | 'gone'
}
