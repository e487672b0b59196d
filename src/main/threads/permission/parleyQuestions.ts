import type { WrittenRule } from '../../../shared/settings/rules'
import type { PermissionSubject } from '../../../shared/thread/events'
import type { AgentDialect } from '../../agents/agentDefinition'
import type { StoredRule } from '../../store/tables/ruleTable'
import type { RuledAnswer } from './askedPermission'
import type { DecisionLog } from './decisionLog'
import type { PendingQuestions } from './pendingQuestions'
import type { PlannedWrite } from './request/compareChanges'
import type { ChangedSince } from './requestJudge'
import type { ThreadRules } from './rules/threadRules'
import type { SandboxOffer } from './sandboxOffer'
import { getPermissionFacts, type PermissionRequest } from '../../../shared/permission/permissionFacts'
import { buildParleyRequest } from './parleyRequest'
import { RememberedAnswers, type RememberedAnswersOptions } from './rememberedAnswers'

/** How an agent's request was decided. */
export type Verdict = 'asked' | 'rule' | 'read_only' | 'denied'

/** Possible answers for a read-only command. */
interface ReadOnlyCheck {
  readonly covers: () => Promise<boolean>
  readonly offers: () => Promise<boolean>
  readonly decline: () => void
}

/** Options of a decision, mainly for the question that it may require. */
export interface Asking {
  readonly title: string
  readonly signal: AbortSignal
  readonly isTurnOpen: () => boolean
  /** The write to show. */
  readonly planned?: () => Promise<PlannedWrite>
  /** Reason for asking again about something allowed before. */
  readonly changed?: string
  /** Whether the person attached this file to a message. */
  readonly isGranted?: boolean
  readonly reads?: ReadOnlyCheck
  /** The agent that wants to run the command. */
  readonly agent?: AgentDialect | undefined
  /** The person's answer in this turn to the agent's own question about exactly this. */
  readonly answered?: 'allowed' | 'denied' | undefined
  /** Set for a file that the agent looks for beside every other file. It is reported as missing without asking. */
  readonly isProbe?: boolean | undefined
}

interface ParleyQuestionsOptions extends RememberedAnswersOptions {
  readonly questions: PendingQuestions
  readonly decisions: DecisionLog
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
   * Decides by rules and remembered answers, and asks otherwise. Anything but an allowing answer denies. Long, because
   * the order of its steps matters and should be read in one place.
   */
  async decide(subject: PermissionSubject, asking: Asking): Promise<Verdict> {
    const { title, signal, isTurnOpen, planned, changed, isGranted = false, reads, answered, isProbe, agent } = asking
    const { rules, questions, agentName, sandboxOffer, store, onOldAnswer } = this.#options
    const judgement = rules.judgeSubject(subject)
    if (judgement?.effect === 'deny')
      return this.#answerByRule(buildParleyRequest(subject, { title, agentName }), judgement.rule, 'deny')
    if (this.#deniesAll || this.#denied.has(toKey(subject)) || answered === 'denied') {
      this.#record(buildParleyRequest(subject, { title, agentName }), 'denied', 'The same was denied in this turn')
      return 'denied'
    }
    // Files that may run later or hold secrets always need a question.
    if (answered === 'allowed' && subject.kind !== 'protected_file') {
      this.#record(
        buildParleyRequest(subject, { title, agentName }),
        'allowed',
        'Your answer to the agent’s own question covers it',
      )
      return 'asked'
    }
    if (judgement?.effect === 'allow' && changed === undefined)
      return this.#answerByRule(buildParleyRequest(subject, { title, agentName }), judgement.rule, 'allow_once')
    if (isGranted && judgement === undefined) {
      this.#record(buildParleyRequest(subject, { title, agentName }), 'allowed', 'Attached to a message of this thread')
      return 'rule'
    }
    const remembered = judgement || changed !== undefined ? undefined : this.#remembered.findCovering(subject)
    if (remembered !== undefined) {
      const since = subject.kind === 'command' ? this.#options.changedSince(remembered.since) : undefined
      this.#record(
        buildParleyRequest(subject, { title, agentName }),
        'allowed',
        'Allowed before, for this thread or folder',
        since,
      )
      if (remembered.stored && store.takeOldAnswer(remembered.stored.ruleId))
        onOldAnswer(remembered.stored)
      return 'rule'
    }
    if (isProbe) {
      this.#record(
        buildParleyRequest(subject, { title, agentName }),
        'denied',
        'The agent looks for it beside every file',
      )
      return 'denied'
    }
    const mayRead = reads && !judgement && changed === undefined ? reads : undefined
    if (isTurnOpen() && (await mayRead?.covers()) && isTurnOpen())
      return this.#answerAsReadOnly(buildParleyRequest(subject, { title, agentName }))
    const shown = await planned?.()
    const { isScratch } = this.#options
    const isOffered = await mayRead?.offers()
    const ruling = changed === undefined ? judgement : { effect: 'ask' as const, why: changed }
    const mayOffer = subject.kind === 'command' && subject.sandbox === undefined && ruling === undefined
    const offersSandbox = mayOffer && await sandboxOffer.take(agent)
    const asked = buildParleyRequest(subject, { title, agentName, shown, isScratch, judgement: ruling, offersSandbox })
    const request: PermissionRequest = isOffered ? { ...asked, own: { readOnly: true } } : asked
    const facts = getPermissionFacts(request)
    if (!isTurnOpen()) {
      this.#options.decisions.add({
        from: 'parley',
        facts,
        outcome: 'cancelled',
        by: 'builtin',
        why: 'No turn was open',
      })
      return 'denied'
    }
    // A `changed` command is not answered by a rule: the person has to see what changed.
    let isRead = false
    const judge = async (): Promise<RuledAnswer | undefined> => {
      const ruled = changed === undefined
        ? this.#judge(subject, request) ?? this.#findThreadAnswer(subject, request)
        : undefined
      isRead = !ruled && !rules.judgeSubject(subject) && (await mayRead?.covers()) === true
      return isRead ? createReadOnlyAnswer(request) : ruled
    }
    const outcome = await questions.askPermission({ request, facts, judge }, signal)
    const optionId = outcome.outcome === 'selected' ? outcome.optionId : undefined
    if (isOffered && optionId !== undefined)
      reads?.decline()
    const verdict = this.#remember(subject, optionId)
    if (optionId === 'allow_thread' || optionId === 'allow_thread_in_sandbox')
      await questions.reevaluate()
    return isRead && verdict === 'asked' ? 'read_only' : verdict
  }

  /** Returns the answer that rules give to an open question. */
  #judge(subject: PermissionSubject, { options }: PermissionRequest): RuledAnswer | undefined {
    const judgement = this.#options.rules.judgeSubject(subject)
    if (judgement?.effect !== 'allow' && judgement?.effect !== 'deny')
      return undefined
    const option = options.find(({ optionId }) => optionId === (judgement.effect === 'allow' ? 'allow_once' : 'deny'))
    return option && { option, rule: this.#options.rules.describe(judgement.rule) }
  }

  /** Returns the answer that "Allow for this thread" gives to an open question. */
  #findThreadAnswer(subject: PermissionSubject, { options }: PermissionRequest): RuledAnswer | undefined {
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
        this.#denied.add(toKey(subject))
        return 'denied'
      default:
        return 'denied'
    }
  }

  #answerByRule(request: PermissionRequest, rule: WrittenRule, optionId: 'allow_once' | 'deny'): Verdict {
    const { rules, questions, changedSince } = this.#options
    const option = request.options.find(option => option.optionId === optionId)!
    const since = optionId === 'allow_once' && request.subject?.kind === 'command'
      ? changedSince(rule.createdAt)
      : undefined
    questions.answerByRule(
      { request, facts: getPermissionFacts(request) },
      { option, rule: rules.describe(rule), since },
    )
    return optionId === 'deny' ? 'denied' : 'rule'
  }

  #answerAsReadOnly(request: PermissionRequest): Verdict {
    this.#options.questions.answerByRule({ request, facts: getPermissionFacts(request) }, createReadOnlyAnswer(request))
    return 'read_only'
  }

  #record(request: PermissionRequest, outcome: 'allowed' | 'denied', why: string, since?: string): void {
    this.#options.decisions.add({
      from: 'parley',
      facts: getPermissionFacts(request),
      outcome,
      by: 'remembered',
      why,
      since,
    })
  }
}

function createReadOnlyAnswer({ options }: PermissionRequest): RuledAnswer {
  return { option: options.find(({ optionId }) => optionId === 'allow_once')!, readOnly: true }
}

function toKey(subject: PermissionSubject): string {
  return JSON.stringify({ ...subject, approved: undefined })
}
