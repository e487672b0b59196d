import type { PermissionSubject } from '../../../shared/thread/events'
import { CommandScopes } from './commandScopes'

/** The access to a path. */
type PathAccess = Extract<PermissionSubject, { kind: 'path' }>['access']

/**
 * What the person allowed in a thread, until it is deleted or Parley quits: all commands, and folders per kind of
 * access.
 */
export class ThreadAnswers {
  readonly scopes = new CommandScopes()
  /** Whether the thread's commands run in a sandbox even if its folder has none. */
  isSandboxed = false
  /** Whether the sandbox was offered. */
  isSandboxOffered = false
  readonly folders: { readonly folder: string, readonly access: PathAccess, readonly since: number }[] = []
}

/** The answers of all threads, which survive closing and reopening a thread. */
export class ThreadAnswersRegistry {
  readonly #known = new Map<string, ThreadAnswers>()

  get(threadId: string): ThreadAnswers {
    const known = this.#known.get(threadId) ?? new ThreadAnswers()
    this.#known.set(threadId, known)
    return known
  }

  forget(threadId: string): void {
    this.#known.delete(threadId)
  }
}
