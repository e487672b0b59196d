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

  /** Whether an answer covers it. What was allowed as the person is allowed in the sandbox, and never the other way round. */
  covers(subject: PermissionSubject): boolean {
    const { answers } = this.#options
    switch (subject.kind) {
      case 'protected_file':
        return false
      case 'path':
        return this.#isRuled(subject)
          || answers.folders.some(({ folder, access }) => access === subject.access && isWithin(subject.path, folder, process.platform))
      case 'command':
        return answers.scopes.covers(subject.sandbox !== undefined)
          || this.#isRuled(subject)
          || (subject.sandbox !== undefined && this.#isRuled({ ...subject, sandbox: undefined }))
    }
  }

  allowForThread(subject: PermissionSubject): void {
    switch (subject.kind) {
      case 'command':
        this.#options.answers.scopes.allow(subject.sandbox !== undefined)
        break
      case 'path':
        this.#options.answers.folders.push({
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

  #isRuled(subject: PermissionSubject): boolean {
    const { store, agent } = this.#options
    return store.findRule({ ...agent, ...rememberedRule(subject) }) !== undefined
  }
}
