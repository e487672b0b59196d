import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { AnsweredBy, AnswerScope, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadLog } from '../log/threadLog'
import type { DecisionLog } from './decisionLog'
import type { PermissionQuestion } from './request/permissionQuestion'
import { randomUUID } from 'node:crypto'
import { HostError } from '../../../shared/errors'
import {
  type Answer,
  type AnswerSource,
  type AskedPermission,
  createAnswerEvent,
  createCancelled,
  isAllowing,
  mayRemember,
  type RuledAnswer,
  toAnswerSource,
  toDecisionRecord,
  toRuleRecord,
} from './askedPermission'

/** Maximum pending questions per thread. Further ones are answered `cancelled`. */
const maxPending = 50
/** Maximum questions withdrawn per turn, because each is stored. Further ones are answered `cancelled`. */
const maxWithdrawn = 100

interface Question {
  readonly kind: Answer['kind']
  readonly settle: (answer: Answer) => void
  /** Set only for permission requests. */
  readonly asked?: AskedPermission
  /** Converts a form's answer to the outcome of the permission request it came as. */
  readonly toOutcome?: (response: CreateElicitationResponse) => RequestPermissionOutcome
}

interface PendingQuestionsOptions {
  readonly log: ThreadLog
  readonly decisions: DecisionLog
  /** Called with the number of pending questions when it changes. */
  readonly onCount: (count: number) => void
}

/**
 * A thread's pending questions. Each gets exactly one answer, stored before it takes effect. None is answered by a
 * timeout.
 */
export class PendingQuestions {
  readonly #options: PendingQuestionsOptions
  readonly #pending = new Map<string, Question>()
  #withdrawn = 0

  constructor(options: PendingQuestionsOptions) {
    this.#options = options
  }

  startTurn(): void {
    this.#withdrawn = 0
  }

  /** Asks for permission. The agent aborts `signal` to withdraw the question. */
  async askPermission(asked: AskedPermission, signal?: AbortSignal): Promise<RequestPermissionOutcome> {
    const requestId = randomUUID()
    const question: ThreadEventBody = { type: 'permission', requestId, ...asked.request }
    const answer = await this.#ask({ requestId, kind: 'permission', question, asked, signal })
    return answer.kind === 'permission' ? answer.outcome : { outcome: 'cancelled' }
  }

  /** Answers a question by a rule. The transcript shows both. */
  answerByRule({ request, facts }: AskedPermission, ruled: RuledAnswer): void {
    const { option } = ruled
    const requestId = randomUUID()
    const outcome = { outcome: 'selected', optionId: option.optionId } as const
    this.#options.decisions.add({
      from: request.from,
      facts,
      outcome: isAllowing(option) ? 'allowed' : 'denied',
      ...toRuleRecord(ruled),
    })
    this.#options.log.commit(
      { type: 'permission', requestId, ...request },
      createAnswerEvent(requestId, { kind: 'permission', outcome }, toAnswerSource(ruled)),
    )
  }

  /** Asks the person to fill in the agent's form. */
  async askElicitation(request: CreateElicitationRequest, signal?: AbortSignal): Promise<CreateElicitationResponse> {
    const requestId = randomUUID()
    const answer = await this.#ask({
      requestId,
      kind: 'elicitation',
      question: { type: 'elicitation', requestId, request },
      signal,
    })
    return answer.kind === 'elicitation' ? answer.response : { action: 'cancel' }
  }

  /** Asks for permission with a form. The answer is recorded as an ordinary decision. */
  async askByForm(
    asked: AskedPermission,
    { form, answer }: PermissionQuestion,
    signal?: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const requestId = randomUUID()
    const question: ThreadEventBody = { type: 'elicitation', requestId, request: form }
    const toOutcome = (response: CreateElicitationResponse): RequestPermissionOutcome => answer(response).outcome
    const given = await this.#ask({ requestId, kind: 'elicitation', question, asked, toOutcome, signal })
    return answer(given.kind === 'elicitation' ? given.response : { action: 'cancel' })
  }

  /** Takes the person's answer. Refuses options that were not offered; `undefined` cancels. */
  answerPermission(requestId: string, optionId: string | undefined, scope?: AnswerScope): void {
    const question = this.#find(requestId)
    if (scope && !(question.asked && mayRemember(question.asked, { optionId, scope })))
      throw new HostError('invalid_params', 'That was not offered.')
    if (optionId !== undefined && !question.asked?.request.options.some(option => option.optionId === optionId))
      throw new HostError('invalid_params', 'That option was not offered.')
    this.#settle(
      requestId,
      {
        kind: 'permission',
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      },
      { by: 'person', scope },
    )
  }

  answerElicitation(requestId: string, response: CreateElicitationResponse): void {
    this.#find(requestId)
    this.#settle(requestId, { kind: 'elicitation', response }, { by: 'person' })
  }

  /** Answers pending questions that the current rules decide. */
  async reevaluate(): Promise<void> {
    for (const [requestId, question] of [...this.#pending]) {
      const ruled = await question.asked?.judge?.()
      if (ruled && question.kind === 'permission' && this.#pending.get(requestId) === question) {
        const outcome = { outcome: 'selected', optionId: ruled.option.optionId } as const
        this.#settle(requestId, { kind: 'permission', outcome }, toAnswerSource(ruled))
      }
    }
  }

  /** Accepts the pending question whose page was completed. Ignores unknown ids. */
  completeElicitation(elicitationId: string): void {
    this.#options.log.flush()
    const entry = this.#options.log.transcript.entries.findLast(
      entry => entry.kind === 'elicitation'
        && 'elicitationId' in entry.request
        && entry.request.elicitationId === elicitationId,
    )
    if (entry?.kind !== 'elicitation' || entry.completedAt !== undefined)
      return
    if (this.#pending.has(entry.requestId))
      this.#settle(entry.requestId, { kind: 'elicitation', response: { action: 'accept' } }, { by: 'agent' })
    this.#options.log.add({ type: 'elicitationComplete', requestId: entry.requestId })
  }

  /** Answers all pending questions `cancelled`, because the turn was cancelled or ended, or the agent exited. */
  cancelAll(by: AnsweredBy = 'turn'): void {
    for (const requestId of [...this.#pending.keys()])
      this.#settle(requestId, createCancelled(this.#find(requestId).kind), { by })
  }

  #ask({ requestId, kind, question, asked, toOutcome, signal }: {
    requestId: string
    kind: Answer['kind']
    question: ThreadEventBody
    asked?: AskedPermission
    toOutcome?: Question['toOutcome']
    signal: AbortSignal | undefined
  }): Promise<Answer> {
    const refusal = checkQuestionLimits({ pending: this.#pending.size, withdrawn: this.#withdrawn })
    if (refusal)
      this.#options.log.addNoticeOnce(refusal)
    const isFull = refusal !== undefined || !this.#options.log.hasRoom()
    if (isFull || signal?.aborted) {
      if (asked) {
        this.#options.decisions.add({
          from: asked.request.from,
          facts: asked.facts,
          outcome: 'cancelled',
          by: isFull ? 'builtin' : 'agent',
          why: isFull ? (refusal?.title ?? 'The thread kept no more of the turn') : undefined,
        })
      }
      return Promise.resolve(createCancelled(kind))
    }
    // Not committed, so that questions can be asked while the disk is full. Their answers do need space.
    this.#options.log.add(question)
    this.#options.log.flush()
    return new Promise((settle) => {
      this.#pending.set(requestId, { kind, asked, toOutcome, settle })
      signal?.addEventListener(
        'abort',
        () => {
          if (!this.#pending.has(requestId))
            return
          this.#withdrawn++
          this.#settle(requestId, createCancelled(kind), { by: 'agent' })
        },
        { once: true },
      )
      this.#options.onCount(this.#pending.size)
    })
  }

  #find(requestId: string): Question {
    const question = this.#pending.get(requestId)
    if (!question)
      throw new HostError('not_found', 'This question is already answered.')
    return question
  }

  #settle(requestId: string, answer: Answer, answering: AnswerSource): void {
    const { by, scope } = answering
    const event = createAnswerEvent(requestId, answer, answering)
    const question = this.#pending.get(requestId)
    const outcome = answer.kind === 'permission' ? answer.outcome : question?.toOutcome?.(answer.response)
    if (question?.asked && outcome)
      this.#options.decisions.add(toDecisionRecord(question.asked, outcome, answering))
    // Decisions by the person or a rule are stored before they take effect. A cancellation must reach the agent even
    // if the disk is full.
    if (by === 'person' || by === 'rule')
      this.#options.log.commit(event)
    else
      this.#options.log.add(event)
    this.#pending.delete(requestId)
    if (scope && by === 'person')
      question?.asked?.onScope?.(scope)
    question?.settle(answer)
    this.#options.onCount(this.#pending.size)
  }
}

/** Returns why no further question can be asked now, as shown to the person. */
function checkQuestionLimits(
  { pending, withdrawn }: { pending: number, withdrawn: number },
): { title: string, description: string } | undefined {
  if (pending >= maxPending) {
    return {
      title: 'The agent asks more questions at once than can wait',
      description: `Parley lets ${maxPending} wait; further ones were answered with “cancelled”.`,
    }
  }
  return withdrawn < maxWithdrawn
    ? undefined
    : {
        title: 'The agent withdraws its questions again and again',
        description: 'Until your next message, further ones are answered with “cancelled”.',
      }
}
