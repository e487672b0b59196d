import type { PermissionSubject } from '../../../shared/thread/events'
import { CommandScopes } from './commandScopes'

/** For what a path is wanted. */
type PathAccess = Extract<PermissionSubject, { kind: 'path' }>['access']

/**
 * What a person allowed one thread for as long as it is there and Parley runs: every command, and folders, each for one
 * kind of access.
 */
export class ThreadAnswers {
  readonly scopes = new CommandScopes()
  /** The thread's commands run in the sandbox, though its folder has none. */
  isSandboxed = false
  /** That was offered: with the first question that it would have answered. */
  isSandboxOffered = false
  readonly folders: { readonly folder: string, readonly access: PathAccess, readonly since: number }[] = []
}

/**
 * The answers for all threads: a thread that is closed and opened again, as when its deletion is undone, finds its own.
 */
export class AnswersOfThreads {
  readonly #known = new Map<string, ThreadAnswers>()

  of(threadId: string): ThreadAnswers {
    const known = this.#known.get(threadId) ?? new ThreadAnswers()
    this.#known.set(threadId, known)
    return known
  }

  forget(threadId: string): void {
    this.#known.delete(threadId)
  }
}
