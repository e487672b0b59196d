import type { PermissionSubject } from '../../../shared/thread/events'
import type { StoredRule } from '../../store/tables/ruleTable'
import type { ThreadStore } from '../../store/threadStore'
import type { ThreadAnswers } from './threadAnswers'
import { dirname } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { toRememberedRule } from './rules/rememberedRule'

export interface RememberedAnswersOptions {
  readonly answers: ThreadAnswers
  readonly store: ThreadStore
  readonly agent: { readonly agentId: string, readonly folder: string }
}

/** A remembered answer; `stored` if it applies to the folder. */
interface RememberedAnswer {
  readonly since: number
  readonly stored?: StoredRule
}

/** Remembers answers to Parley's own questions: for the thread in memory, for the folder in the store. */
export class RememberedAnswers {
  readonly #options: RememberedAnswersOptions

  constructor(options: RememberedAnswersOptions) {
    this.#options = options
  }

  /**
   * Finds the answer that covers the subject. Permission outside the sandbox includes the sandbox, but not vice versa.
   */
  findCovering(subject: PermissionSubject): RememberedAnswer | undefined {
    const { answers } = this.#options
    switch (subject.kind) {
      case 'protected_file':
        return undefined
      case 'path':
        return this.#findStored(subject)
          ?? answers.folders.find(({ folder, access }) =>
            access === subject.access && isWithin(subject.path, folder, process.platform))
      case 'command': {
        const since = answers.scopes.since(subject.sandbox !== undefined)
        return (since === undefined ? undefined : { since })
          ?? this.#findStored(subject)
          ?? (subject.sandbox === undefined ? undefined : this.#findStored({ ...subject, sandbox: undefined }))
      }
    }
  }

  allowForThread(subject: PermissionSubject): void {
    switch (subject.kind) {
      case 'command':
        this.#options.answers.scopes.allow(subject.sandbox !== undefined)
        break
      case 'path':
        this.#options.answers.folders.push({
          since: Date.now(),
          access: subject.access,
          folder: subject.access === 'cwd' ? subject.path : dirname(subject.path),
        })
        break
      case 'protected_file':
        break // always asked about
    }
  }

  allowForFolder(subject: PermissionSubject): void {
    const { store, agent } = this.#options
    store.saveRule({ ...agent, ...toRememberedRule(subject), createdAt: Date.now() })
  }

  #findStored(subject: PermissionSubject): RememberedAnswer | undefined {
    const { store, agent } = this.#options
    const stored = store.findRule({ ...agent, ...toRememberedRule(subject) })
    return stored && { since: stored.createdAt, stored }
  }
}
