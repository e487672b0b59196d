import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { AnsweredBy, AnswerScope, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadLog } from '../log/threadLog'
import type { Decisions } from './decisions'
import type { PermissionQuestion } from './request/permissionQuestion'
import { randomUUID } from 'node:crypto'
import { HostError } from '../../../shared/errors'
import {
  type Answer,
  answerEvent,
  type Answering,
  type AskedPermission,
  byRule,
  cancelled,
  decided,
  decidedByRule,
  isAllowing,
  mayRemember,
  type RuledAnswer,
} from './askedPermission'
import { whyNotAsked } from './questionLimits'

interface Question {
  readonly kind: Answer['kind']
  readonly settle: (answer: Answer) => void
  /** Only for permissions. */
  readonly asked?: AskedPermission
  /** Converts a form's answer to the outcome of the permission request it came as. */
  readonly outcomeOf?: (response: CreateElicitationResponse) => RequestPermissionOutcome
}

interface PendingQuestionsOptions {
  readonly log: ThreadLog
  readonly decisions: Decisions
  /** Called with the number of pending questions when it changes. */
  readonly onCount: (count: number) => void
}

/**
 * A thread's pending questions. Each gets exactly one answer, stored before it takes effect. None is answered by a
 * timeout.
 */
export class PendingQuestions {
  readonly #log: ThreadLog
  readonly #decisions: Decisions
  readonly #onCount: (count: number) => void
  readonly #pending = new Map<string, Question>()
  #withdrawn = 0

  constructor({ log, decisions, onCount }: PendingQuestionsOptions) {
    this.#log = log
    this.#decisions = decisions
    this.#onCount = onCount
  }

  startTurn(): void {
    this.#withdrawn = 0
  }

  /** Asks for permission. `signal`: the agent's withdrawal of the question. */
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
    this.#decisions.add({ from: request.from, facts, outcome: isAllowing(option) ? 'allowed' : 'denied', ...decidedByRule(ruled) })
    this.#log.commit(
      { type: 'permission', requestId, ...request },
      answerEvent(requestId, { kind: 'permission', outcome }, byRule(ruled)),
    )
  }

  /** Asks for what the agent wants to know. */
  async askElicitation(request: CreateElicitationRequest, signal?: AbortSignal): Promise<CreateElicitationResponse> {
    const requestId = randomUUID()
    const answer = await this.#ask({ requestId, kind: 'elicitation', question: { type: 'elicitation', requestId, request }, signal })
    return answer.kind === 'elicitation' ? answer.response : { action: 'cancel' }
  }

  /** Asks for permission by a form. The answer is an ordinary decision. */
  async askByForm(asked: AskedPermission, { form, answer }: PermissionQuestion, signal?: AbortSignal): Promise<RequestPermissionResponse> {
    const requestId = randomUUID()
    const question: ThreadEventBody = { type: 'elicitation', requestId, request: form }
    const outcomeOf = (response: CreateElicitationResponse): RequestPermissionOutcome => answer(response).outcome
    const given = await this.#ask({ requestId, kind: 'elicitation', question, asked, outcomeOf, signal })
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
      { kind: 'permission', outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } },
      { by: 'person', scope },
    )
  }

  answerElicitation(requestId: string, response: CreateElicitationResponse): void {
    this.#find(requestId)
    this.#settle(requestId, { kind: 'elicitation', response }, { by: 'person' })
  }

  /** Answers questions that the present rules decide, as rules may have changed. */
  async judgeAgain(): Promise<void> {
    for (const [requestId, question] of [...this.#pending]) {
      const ruled = await question.asked?.judge?.()
      if (ruled && question.kind === 'permission' && this.#pending.get(requestId) === question) {
        const outcome = { outcome: 'selected', optionId: ruled.option.optionId } as const
        this.#settle(requestId, { kind: 'permission', outcome }, byRule(ruled))
      }
    }
  }

  /** The page that a question opened is finished: accepts the question if it is still pending. Ignores unknown ids. */
  completeElicitation(elicitationId: string): void {
    this.#log.flush()
    const entry = this.#log.transcript.entries.findLast(
      entry => entry.kind === 'elicitation' && 'elicitationId' in entry.request && entry.request.elicitationId === elicitationId,
    )
    if (entry?.kind !== 'elicitation' || entry.completedAt !== undefined)
      return
    if (this.#pending.has(entry.requestId))
      this.#settle(entry.requestId, { kind: 'elicitation', response: { action: 'accept' } }, { by: 'agent' })
    this.#log.add({ type: 'elicitationComplete', requestId: entry.requestId })
  }

  /** Answers every pending question `cancelled`: the turn was cancelled, it ended, or the agent is gone. */
  cancelAll(by: AnsweredBy = 'turn'): void {
    for (const requestId of [...this.#pending.keys()])
      this.#settle(requestId, cancelled(this.#find(requestId).kind), { by })
  }

  #ask({ requestId, kind, question, asked, outcomeOf, signal }: {
    requestId: string
    kind: Answer['kind']
    question: ThreadEventBody
    asked?: AskedPermission
    outcomeOf?: Question['outcomeOf']
    signal: AbortSignal | undefined
  }): Promise<Answer> {
    const refusal = whyNotAsked({ pending: this.#pending.size, withdrawn: this.#withdrawn })
    if (refusal)
      this.#log.addNoticeOnce(refusal)
    const isFull = refusal !== undefined || !this.#log.hasRoom()
    if (isFull || signal?.aborted) {
      if (asked) {
        this.#decisions.add({
          from: asked.request.from,
          facts: asked.facts,
          outcome: 'cancelled',
          by: isFull ? 'builtin' : 'agent',
          why: isFull ? (refusal?.title ?? 'The thread kept no more of the turn') : undefined,
        })
      }
      return Promise.resolve(cancelled(kind))
    }
    // Published at once but not committed, so that it can be asked while the disk is full. The answer waits for room.
    this.#log.add(question)
    this.#log.flush()
    return new Promise((settle) => {
      this.#pending.set(requestId, { kind, asked, outcomeOf, settle })
      signal?.addEventListener(
        'abort',
        () => {
          if (!this.#pending.has(requestId))
            return
          this.#withdrawn++
          this.#settle(requestId, cancelled(kind), { by: 'agent' })
        },
        { once: true },
      )
      this.#onCount(this.#pending.size)
    })
  }

  #find(requestId: string): Question {
    const question = this.#pending.get(requestId)
    if (!question)
      throw new HostError('not_found', 'This question is already answered.')
    return question
  }

  #settle(requestId: string, answer: Answer, answering: Answering): void {
    const { by, scope } = answering
    const event = answerEvent(requestId, answer, answering)
    const question = this.#pending.get(requestId)
    const outcome = answer.kind === 'permission' ? answer.outcome : question?.outcomeOf?.(answer.response)
    if (question?.asked && outcome)
      this.#decisions.add(decided(question.asked, outcome, answering))
    // Decisions of the person or a rule are on disk before they take effect. A cancellation must reach the agent even
    // if the disk is full.
    if (by === 'person' || by === 'rule')
      this.#log.commit(event)
    else
      this.#log.add(event)
    this.#pending.delete(requestId)
    if (scope && by === 'person')
      question?.asked?.onScope?.(scope)
    question?.settle(answer)
    this.#onCount(this.#pending.size)
  }
}
