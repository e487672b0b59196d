import type { WrittenRule } from '../../../shared/settings/rules'
import type { PermissionSubject } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { RuledAnswer } from './askedPermission'
import type { SeenFiles } from './deciding/seenFiles'
import type { Decisions } from './decisions'
import type { PendingQuestions } from './pendingQuestions'
import type { PlannedWrite } from './request/plannedWrite'
import { dirname } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { permissionFacts, type PermissionRequest } from '../../../shared/permission/permissionFacts'
import { parleyRequest } from './parleyRequest'
import { ruleOf } from './rules/rememberedRule'
import { askedCommand, type ThreadRules } from './rules/threadRules'

/** What Parley decided about something that an agent wants to do, and how. */
export type Verdict = 'asked' | 'rule' | 'denied'

/** How a question is put, where it must be. */
interface Asking {
  readonly title: string
  readonly signal: AbortSignal
  readonly isTurnOpen: () => boolean
  /** What it shows of a write. */
  readonly planned?: () => Promise<PlannedWrite>
  /** Why what was allowed before is asked about again. */
  readonly changed?: string
}

/** A command's question, with what the command would have run when it was asked. */
interface AskedAbout {
  readonly seen?: SeenFiles
  /** An answer that holds for longer covers it, but for a change. */
  readonly isLasting: boolean
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
  readonly #threadFolders: { readonly folder: string, readonly access: PathAccess, readonly since: number }[] = []
  /** Since when commands are allowed for the thread: those in a sandbox, and all. */
  #sandboxedSince: number | undefined
  #allSince: number | undefined
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
  async decide(subject: PermissionSubject, { title, signal, isTurnOpen, planned, changed }: Asking): Promise<Verdict> {
    const { rules, questions } = this.#options
    const judgement = rules.judgeSubject(subject)
    if (judgement?.effect === 'deny')
      return this.#answerByRule(parleyRequest(subject, { title }), judgement.rule, 'deny')
    if (this.#deniesAll || this.#denied.has(keyOf(subject))) {
      this.#record(parleyRequest(subject, { title }), 'denied', 'The same was denied in this turn')
      return 'denied'
    }
    if (judgement?.effect === 'allow' && changed === undefined)
      return this.#answerByRule(parleyRequest(subject, { title }), judgement.rule, 'allow_once')
    const seen = subject.kind === 'command' ? rules.look(askedCommand(subject)) : undefined
    const since = judgement ? undefined : this.#rememberedSince(subject)
    const why = changed ?? (seen && since !== undefined ? rules.whyChanged(seen, since) : undefined)
    if (since !== undefined && why === undefined) {
      this.#record(parleyRequest(subject, { title }), 'allowed', 'Allowed before, for this thread or folder')
      return 'rule'
    }
    const shown = await planned?.()
    const request = parleyRequest(subject, { title, shown, judgement: why === undefined ? judgement : { effect: 'ask', why } })
    const facts = permissionFacts(request)
    if (!isTurnOpen()) {
      this.#options.decisions.add({ from: 'parley', facts, outcome: 'cancelled', by: 'builtin', why: 'No turn was open' })
      return 'denied'
    }
    // What was changed is the person's to look at.
    const judge = (): RuledAnswer | undefined => why === undefined ? this.#judged(subject, request) : undefined
    const outcome = await questions.askPermission({ request, facts, judge }, signal)
    return this.#remember(subject, outcome.outcome === 'selected' ? outcome.optionId : undefined, { seen, isLasting: why !== undefined })
  }

  /** The option that the rules choose for a question that is open. */
  #judged(subject: PermissionSubject, { options }: PermissionRequest): RuledAnswer | undefined {
    const judgement = this.#options.rules.judgeSubject(subject)
    if (judgement?.effect !== 'allow' && judgement?.effect !== 'deny')
      return undefined
    const option = options.find(({ optionId }) => optionId === (judgement.effect === 'allow' ? 'allow_once' : 'deny'))
    return option && { option, rule: this.#options.rules.describe(judgement.rule) }
  }

  /** Keeps the person's answer for as long as it holds. */
  #remember(subject: PermissionSubject, optionId: string | undefined, { seen, isLasting }: AskedAbout): Verdict {
    const { rules, store, agent } = this.#options
    // It holds from when it was asked about: what changed while the question was open was not seen.
    const askedAt = seen?.at ?? Date.now()
    if (seen && subject.kind === 'command' && optionId?.startsWith('allow_'))
      rules.accept(askedCommand(subject), seen, { isLasting: isLasting || optionId !== 'allow_once' })
    switch (optionId) {
      case 'allow_once':
        return 'asked'
      case 'allow_thread':
        this.#rememberForThread(subject, askedAt)
        return 'asked'
      case 'allow_folder':
        store.saveRule({ ...agent, ...ruleOf(subject), createdAt: askedAt })
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

  /** When an answer was given that covers it; `undefined` where there is none. */
  #rememberedSince(subject: PermissionSubject): number | undefined {
    switch (subject.kind) {
      case 'protected_file':
        return undefined
      case 'path':
        return this.#ruledSince(subject)
          ?? this.#threadFolders.find(({ folder, access }) =>
            access === subject.access && isWithin(subject.path, folder, process.platform))?.since
      case 'command': {
        // What was allowed without a sandbox is allowed in one, and never the other way round. The last answer counts.
        const all = [
          this.#allSince,
          this.#ruledSince(subject),
          ...subject.sandbox ? [this.#sandboxedSince, this.#ruledSince({ ...subject, sandbox: undefined })] : [],
        ].filter(since => since !== undefined)
        return all.length === 0 ? undefined : Math.max(...all)
      }
    }
  }

  #ruledSince(subject: PermissionSubject): number | undefined {
    const { store, agent } = this.#options
    return store.findRule({ ...agent, ...ruleOf(subject) })?.createdAt
  }

  #rememberForThread(subject: PermissionSubject, since: number): void {
    switch (subject.kind) {
      case 'command':
        if (subject.sandbox)
          this.#sandboxedSince = since
        else
          this.#allSince = since
        break
      case 'path':
        this.#threadFolders.push({ since, access: subject.access, folder: subject.access === 'cwd' ? subject.path : dirname(subject.path) })
        break
      case 'protected_file':
        break // is asked about each time
    }
  }
}

function keyOf(subject: PermissionSubject): string {
  return JSON.stringify({ ...subject, approved: undefined })
}
