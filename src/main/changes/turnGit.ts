import type { GitChange } from '../../shared/changes/gitChange'
import { computeGitChange, type GitState, readGitState } from '../git/gitState'

/** The state of a folder's repository at the start of each thread's latest turn. */
export class TurnGit {
  readonly #root: string
  readonly #before = new Map<string, GitState | undefined>()

  constructor(root: string) {
    this.#root = root
  }

  begin(threadId: string): void {
    this.#before.set(threadId, readGitState(this.#root))
  }

  /** Changes since then; `undefined` if there are none or the turn is unknown. */
  changeSince(threadId: string): GitChange | undefined {
    return this.#before.has(threadId)
      ? computeGitChange(this.#before.get(threadId), readGitState(this.#root))
      : undefined
  }

  forget(threadId: string): void {
    this.#before.delete(threadId)
  }
}
