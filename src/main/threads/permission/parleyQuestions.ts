import type { WrittenRule } from '../../../shared/settings/rules'
import type { PermissionSubject } from '../../../shared/thread/events'
import type { AgentDialect } from '../../agents/agentDefinition'
import type { StoredRule } from '../../store/tables/ruleTable'
import type { RuledAnswer } from './askedPermission'
import type { Decisions } from './decisions'
import type { PendingQuestions } from './pendingQuestions'
import type { PlannedWrite } from './request/comparedChanges'
import type { ChangedSince } from './requestJudge'
import type { ThreadRules } from './rules/threadRules'
import type { SandboxOffer } from './sandboxOffer'
import { permissionFacts, type PermissionRequest } from '../../../shared/permission/permissionFacts'
import { parleyRequest } from './parleyRequest'
import { RememberedAnswers, type RememberedAnswersOptions } from './rememberedAnswers'

/** What was decided about an agent's request, and how. */
export type Verdict = 'asked' | 'rule' | 'read_only' | 'denied'

/** Possible answers for a read-only command. */
interface Reads {
  readonly covers: () => Promise<boolean>
  readonly offers: () => Promise<boolean>
  readonly decline: () => void
}

/** How a question is asked if it has to be. */
export interface Asking {
  readonly title: string
  readonly signal: AbortSignal
  readonly isTurnOpen: () => boolean
  /** The write to show. */
  readonly planned?: () => Promise<PlannedWrite>
  /** Why something allowed before is asked about again. */
  readonly changed?: string
  /** The person attached this file to a message. */
  readonly isLent?: boolean
  readonly reads?: Reads
  /** The agent that wants to run the command. */
  readonly agent?: AgentDialect | undefined
  /** The person's answer to the agent's own question about exactly this in this turn. */
  readonly answered?: 'allowed' | 'denied' | undefined
  /** The agent probes for this file beside every other: answered as missing, without a question. */
  readonly isProbe?: boolean | undefined
}

interface ParleyQuestionsOptions extends RememberedAnswersOptions {
  readonly questions: PendingQuestions
  readonly decisions: Decisions
  readonly rules: ThreadRules
  readonly agentName: string
  readonly sandboxOffer: SandboxOffer
  readonly changedSince: ChangedSince
  /** Called when an answer that predates stored grades first applies. */
  readonly onOldAnswer: (answer: StoredRule) => void
  /** Whether the thread's folder is a scratch folder. */
  readonly isScratch: boolean
}

/**
 * Parley's own questions: unapproved commands, paths outside the workspace, protected files. Remembers answers for
 * "this turn"; `RememberedAnswers` keeps longer ones.
 */
export class ParleyQuestions {
  readonly #options: ParleyQuestionsOptions
  readonly #remembered: RememberedAnswers
  #denied = new Set<string>()
  #deniesAll = false

  constructor(options: ParleyQuestionsOptions) {
    this.#options = options
    this.#remembered = new RememberedAnswers(options)
  }

  startTurn(): void {
    this.#denied = new Set()
    this.#deniesAll = false
  }

  /**
   * Decides by rules and remembered answers, otherwise asks. Anything but an allowing answer denies. Long, because the
   * order of its steps matters and should be read in one place.
   */
  async decide(subject: PermissionSubject, asking: Asking): Promise<Verdict> {
    const { title, signal, isTurnOpen, planned, changed, isLent = false, reads, answered, isProbe, agent } = asking
    const { rules, questions, agentName, sandboxOffer, store, onOldAnswer } = this.#options
    const judgement = rules.judgeSubject(subject)
    if (judgement?.effect === 'deny')
      return this.#answerByRule(parleyRequest(subject, { title, agentName }), judgement.rule, 'deny')
    if (this.#deniesAll || this.#denied.has(keyOf(subject)) || answered === 'denied') {
      this.#record(parleyRequest(subject, { title, agentName }), 'denied', 'The same was denied in this turn')
      return 'denied'
    }
    // Files that may run later or hold secrets are always asked about.
    if (answered === 'allowed' && subject.kind !== 'protected_file') {
      this.#record(parleyRequest(subject, { title, agentName }), 'allowed', 'Your answer to the agent’s own question covers it')
      return 'asked'
    }
    if (judgement?.effect === 'allow' && changed === undefined)
      return this.#answerByRule(parleyRequest(subject, { title, agentName }), judgement.rule, 'allow_once')
    if (isLent && judgement === undefined) {
      this.#record(parleyRequest(subject, { title, agentName }), 'allowed', 'Attached to a message of this thread')
      return 'rule'
    }
    const remembered = judgement || changed !== undefined ? undefined : this.#remembered.covering(subject)
    if (remembered !== undefined) {
      const since = subject.kind === 'command' ? this.#options.changedSince(remembered.since) : undefined
      this.#record(parleyRequest(subject, { title, agentName }), 'allowed', 'Allowed before, for this thread or folder', since)
      if (remembered.stored && store.takeOldAnswer(remembered.stored.ruleId))
        onOldAnswer(remembered.stored)
      return 'rule'
    }
    if (isProbe) {
      this.#record(parleyRequest(subject, { title, agentName }), 'denied', 'The agent looks for it beside every file')
      return 'denied'
    }
    const mayRead = reads && !judgement && changed === undefined ? reads : undefined
    if (isTurnOpen() && (await mayRead?.covers()) && isTurnOpen())
      return this.#answerAsReading(parleyRequest(subject, { title, agentName }))
    const shown = await planned?.()
    const { isScratch } = this.#options
    const isOffered = await mayRead?.offers()
    const ruling = changed === undefined ? judgement : { effect: 'ask' as const, why: changed }
    const mayOffer = subject.kind === 'command' && subject.sandbox === undefined && ruling === undefined
    const offersSandbox = mayOffer && await sandboxOffer.take(agent)
    const asked = parleyRequest(subject, { title, agentName, shown, isScratch, judgement: ruling, offersSandbox })
    const request: PermissionRequest = isOffered ? { ...asked, own: { readOnly: true } } : asked
    const facts = permissionFacts(request)
    if (!isTurnOpen()) {
      this.#options.decisions.add({ from: 'parley', facts, outcome: 'cancelled', by: 'builtin', why: 'No turn was open' })
      return 'denied'
    }
    // The person has to see what changed meanwhile.
    let isRead = false
    const judge = async (): Promise<RuledAnswer | undefined> => {
      const ruled = changed === undefined ? this.#judged(subject, request) ?? this.#covered(subject, request) : undefined
      isRead = !ruled && !rules.judgeSubject(subject) && (await mayRead?.covers()) === true
      return isRead ? readingAnswer(request) : ruled
    }
    const outcome = await questions.askPermission({ request, facts, judge }, signal)
    const optionId = outcome.outcome === 'selected' ? outcome.optionId : undefined
    if (isOffered && optionId !== undefined)
      reads?.decline()
    const verdict = this.#remember(subject, optionId)
    if (optionId === 'allow_thread' || optionId === 'allow_thread_in_sandbox')
      await questions.judgeAgain()
    return isRead && verdict === 'asked' ? 'read_only' : verdict
  }

  /** The option that rules choose for an open question. */
  #judged(subject: PermissionSubject, { options }: PermissionRequest): RuledAnswer | undefined {
    const judgement = this.#options.rules.judgeSubject(subject)
    if (judgement?.effect !== 'allow' && judgement?.effect !== 'deny')
      return undefined
    const option = options.find(({ optionId }) => optionId === (judgement.effect === 'allow' ? 'allow_once' : 'deny'))
    return option && { option, rule: this.#options.rules.describe(judgement.rule) }
  }

  /** The option that an answer for the thread chooses for an open question. */
  #covered(subject: PermissionSubject, { options }: PermissionRequest): RuledAnswer | undefined {
    const { rules, answers: { scopes } } = this.#options
    if (subject.kind !== 'command' || rules.judgeSubject(subject) || !scopes.covers(subject.sandbox !== undefined))
      return undefined
    const option = options.find(({ optionId }) => optionId === 'allow_once')
    return option && { option }
  }

  /** Remembers the person's answer for its scope. */
  #remember(subject: PermissionSubject, optionId: string | undefined): Verdict {
    switch (optionId) {
      case 'allow_once':
        return 'asked'
      case 'allow_thread_in_sandbox':
        this.#options.sandboxOffer.accept()
        return 'asked'
      case 'allow_thread':
        this.#remembered.allowForThread(subject)
        return 'asked'
      case 'allow_folder':
        this.#remembered.allowForFolder(subject)
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
    const { rules, questions, changedSince } = this.#options
    const option = request.options.find(option => option.optionId === optionId)!
    const since = optionId === 'allow_once' && request.subject?.kind === 'command' ? changedSince(rule.createdAt) : undefined
    questions.answerByRule({ request, facts: permissionFacts(request) }, { option, rule: rules.describe(rule), since })
    return optionId === 'deny' ? 'denied' : 'rule'
  }

  #answerAsReading(request: PermissionRequest): Verdict {
    this.#options.questions.answerByRule({ request, facts: permissionFacts(request) }, readingAnswer(request))
    return 'read_only'
  }

  #record(request: PermissionRequest, outcome: 'allowed' | 'denied', why: string, since?: string): void {
    this.#options.decisions.add({ from: 'parley', facts: permissionFacts(request), outcome, by: 'remembered', why, since })
  }
}

function readingAnswer({ options }: PermissionRequest): RuledAnswer {
  return { option: options.find(({ optionId }) => optionId === 'allow_once')!, readOnly: true }
}

function keyOf(subject: PermissionSubject): string {
  return JSON.stringify({ ...subject, approved: undefined })
}
