import type { PermissionSubject } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { ThreadAnswers } from './threadAnswers'
import { dirname } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { rememberedRule } from './rules/rememberedRule'

/** What `RememberedAnswers` needs. */
export interface RememberedAnswersOptions {
  readonly answers: ThreadAnswers
  readonly store: ThreadStore
  readonly agent: { readonly agentId: string, readonly folder: string }
}

/** Answers to Parley's own questions that hold for longer: those for the thread in memory, those for the folder in the store. */
export class RememberedAnswers {
  readonly #options: RememberedAnswersOptions

  constructor(options: RememberedAnswersOptions) {
    this.#options = options
  }

  /**
   * When the answer was given that covers it; `undefined` where none does. What was allowed as the person is allowed in the sandbox, and
   * never the other way round.
   */
  since(subject: PermissionSubject): number | undefined {
    const { answers } = this.#options
    switch (subject.kind) {
      case 'protected_file':
        return undefined
      case 'path':
        return this.#ruledSince(subject)
          ?? answers.folders.find(({ folder, access }) =>
            access === subject.access && isWithin(subject.path, folder, process.platform))?.since
      case 'command':
        return answers.scopes.since(subject.sandbox !== undefined)
          ?? this.#ruledSince(subject)
          ?? (subject.sandbox === undefined ? undefined : this.#ruledSince({ ...subject, sandbox: undefined }))
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
        break // is asked about each time
    }
  }

  allowForFolder(subject: PermissionSubject): void {
    const { store, agent } = this.#options
    store.saveRule({ ...agent, ...rememberedRule(subject), createdAt: Date.now() })
  }

  #ruledSince(subject: PermissionSubject): number | undefined {
    const { store, agent } = this.#options
    return store.findRule({ ...agent, ...rememberedRule(subject) })?.createdAt
  }
}
