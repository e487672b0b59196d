import type { GitChange } from '../../shared/changes/gitChange'
import { gitChangeBetween, type GitState, readGitState } from '../git/gitState'

/** What a folder's repository was when each thread's latest turn began. */
export class TurnGit {
  readonly #root: string
  readonly #before = new Map<string, GitState | undefined>()

  constructor(root: string) {
    this.#root = root
  }

  begin(threadId: string): void {
    this.#before.set(threadId, readGitState(this.#root))
  }

  /** What has changed since; `undefined`: nothing that is known. */
  changeSince(threadId: string): GitChange | undefined {
    return this.#before.has(threadId) ? gitChangeBetween(this.#before.get(threadId), readGitState(this.#root)) : undefined
  }

  forget(threadId: string): void {
    this.#before.delete(threadId)
  }
}
