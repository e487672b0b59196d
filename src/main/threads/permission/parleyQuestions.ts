import type { WrittenRule } from '../../../shared/settings/rules'
import type { PermissionSubject } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { Decisions } from './decisions'
import type { PendingQuestions } from './pendingQuestions'
import type { PlannedWrite } from './request/plannedWrite'
import type { ThreadRules } from './rules/threadRules'
import { dirname } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { permissionFacts, type PermissionRequest } from '../../../shared/permission/permissionFacts'
import { parleyRequest } from './parleyRequest'
import { ruleOf } from './rules/rememberedRule'

/** What Parley decided about something that an agent wants to do, and how. */
export type Verdict = 'asked' | 'rule' | 'denied'

/** How a question is put, where it must be. */
interface Asking {
  readonly title: string
  readonly signal: AbortSignal
  readonly isTurnOpen: () => boolean
  /** What it shows of a write. */
  readonly planned?: () => Promise<PlannedWrite>
}

/** What `ParleyQuestions` needs. */
export interface ParleyQuestionsOptions {
  readonly questions: PendingQuestions
  readonly decisions: Decisions
  readonly rules: ThreadRules
  readonly store: ThreadStore
  readonly agent: { readonly agentId: string, readonly folder: string }
}

type PathAccess = Extract<PermissionSubject, { kind: 'path' }>['access']

/**
 * The questions that Parley asks on its own: a command that nothing approved, a path outside the workspace, a protected file.
 * Answers for "this thread" and "this turn" are remembered here, those for "this folder" in the store.
 */
export class ParleyQuestions {
  readonly #options: ParleyQuestionsOptions
  /** Folders allowed for the thread, each for one kind of access. */
  readonly #threadFolders: { readonly folder: string, readonly access: PathAccess }[] = []
  /** Which commands are allowed for the thread: those in a sandbox, or all. */
  #allowedCommands: 'none' | 'sandboxed' | 'all' = 'none'
  #denied = new Set<string>()
  #deniesAll = false

  constructor(options: ParleyQuestionsOptions) {
    this.#options = options
  }

  startTurn(): void {
    this.#denied = new Set()
    this.#deniesAll = false
  }

  /** Answers from the rules and from what is remembered, otherwise asks. Any answer that does not allow denies. */
  async decide(subject: PermissionSubject, { title, signal, isTurnOpen, planned }: Asking): Promise<Verdict> {
    const { rules, questions } = this.#options
    const judgement = rules.judgeSubject(subject)
    if (judgement?.effect === 'deny')
      return this.#answerByRule(parleyRequest(subject, { title }), judgement.rule, 'deny')
    if (this.#deniesAll || this.#denied.has(keyOf(subject))) {
      this.#record(parleyRequest(subject, { title }), 'denied', 'The same was denied in this turn')
      return 'denied'
    }
    if (judgement?.effect === 'allow')
      return this.#answerByRule(parleyRequest(subject, { title }), judgement.rule, 'allow_once')
    if (!judgement && this.#isRemembered(subject)) {
      this.#record(parleyRequest(subject, { title }), 'allowed', 'Allowed before, for this thread or folder')
      return 'rule'
    }
    const shown = await planned?.()
    const request = parleyRequest(subject, { title, shown, judgement })
    const facts = permissionFacts(request)
    if (!isTurnOpen()) {
      this.#options.decisions.add({ from: 'parley', facts, outcome: 'cancelled', by: 'builtin', why: 'No turn was open' })
      return 'denied'
    }
    const outcome = await questions.askPermission({ request, facts }, signal)
    return this.#remember(subject, outcome.outcome === 'selected' ? outcome.optionId : undefined)
  }

  /** Keeps the person's answer for as long as it holds. */
  #remember(subject: PermissionSubject, optionId: string | undefined): Verdict {
    const { rules, store, agent } = this.#options
    if (subject.kind === 'command' && optionId?.startsWith('allow_'))
      rules.acceptScripts(subject)
    switch (optionId) {
      case 'allow_once':
        return 'asked'
      case 'allow_thread':
        this.#rememberForThread(subject)
        return 'asked'
      case 'allow_folder':
        store.saveRule({ ...agent, ...ruleOf(subject), createdAt: Date.now() })
        return 'asked'
      case 'deny_all':
        this.#deniesAll = true
        return 'denied'
      case 'deny':
        this.#denied.add(keyOf(subject))
        return 'denied'
      default:
        return 'denied'
    }
  }

  #answerByRule(request: PermissionRequest, rule: WrittenRule, optionId: 'allow_once' | 'deny'): Verdict {
    const { rules, questions } = this.#options
    const option = request.options.find(option => option.optionId === optionId)!
    questions.answerByRule({ request, facts: permissionFacts(request) }, { option, rule: rules.describe(rule) })
    return optionId === 'deny' ? 'denied' : 'rule'
  }

  #record(request: PermissionRequest, outcome: 'allowed' | 'denied', why: string): void {
    this.#options.decisions.add({ from: 'parley', facts: permissionFacts(request), outcome, by: 'remembered', why })
  }

  #isRemembered(subject: PermissionSubject): boolean {
    switch (subject.kind) {
      case 'protected_file':
        return false
      case 'path':
        return this.#isInRules(subject)
          || this.#threadFolders.some(({ folder, access }) =>
            access === subject.access && isWithin(subject.path, folder, process.platform))
      case 'command':
        // What was allowed without a sandbox is allowed in one, and never the other way round.
        return this.#allowedCommands === 'all'
          || (this.#allowedCommands === 'sandboxed' && subject.sandbox !== undefined)
          || (subject.sandbox !== undefined && this.#isInRules({ ...subject, sandbox: undefined }))
          || this.#isInRules(subject)
    }
  }

  #isInRules(subject: PermissionSubject): boolean {
    const { store, agent } = this.#options
    return store.findRule({ ...agent, ...ruleOf(subject) }) !== undefined
  }

  #rememberForThread(subject: PermissionSubject): void {
    switch (subject.kind) {
      case 'command':
        this.#allowedCommands = subject.sandbox && this.#allowedCommands !== 'all' ? 'sandboxed' : 'all'
        break
      case 'path':
        this.#threadFolders.push({ access: subject.access, folder: subject.access === 'cwd' ? subject.path : dirname(subject.path) })
        break
      case 'protected_file':
        break // is asked about each time
    }
  }
}

function keyOf(subject: PermissionSubject): string {
  return JSON.stringify(subject)
}
