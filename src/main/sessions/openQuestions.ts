import type { CreateElicitationRequest, CreateElicitationResponse, RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import { randomUUID } from 'node:crypto'
import { HostError } from '../../shared/errors'
import type { AnsweredBy, PermissionEvent, ThreadEventBody } from '../../shared/thread/events'
import { noticeOnce } from './noticeOnce'
import type { ThreadLog } from './threadLog'

/** How many questions of one thread may wait at once; further ones are answered `cancelled`. */
const maxOpen = 50

type Answer =
  | { readonly kind: 'permission', readonly outcome: RequestPermissionOutcome }
  | { readonly kind: 'elicitation', readonly response: CreateElicitationResponse }

interface Question {
  readonly kind: Answer['kind']
  readonly optionIds: readonly string[]
  readonly settle: (answer: Answer) => void
}

/**
 * The questions of one thread that wait for the person. Every question gets exactly one answer, which is stored before it is
 * acted on; nothing is ever answered by time.
 */
export class OpenQuestions {
  readonly #log: ThreadLog
  readonly #onCount: () => void
  readonly #open = new Map<string, Question>()

  constructor({ log, onCount }: { log: ThreadLog, onCount: () => void }) {
    this.#log = log
    this.#onCount = onCount
  }

  get count(): number {
    return this.#open.size
  }

  /** Asks for permission. `signal` is the agent's own withdrawal of the question. */
  async askPermission(question: Omit<PermissionEvent, 'type' | 'requestId'>, signal?: AbortSignal): Promise<RequestPermissionOutcome> {
    const requestId = randomUUID()
    const answer = await this.#ask({
      requestId,
      kind: 'permission',
      optionIds: question.options.map(option => option.optionId),
      show: () => this.#log.commit({ type: 'permission', requestId, ...question }),
      signal,
    })
    return answer.kind === 'permission' ? answer.outcome : { outcome: 'cancelled' }
  }

  /** Asks for what the agent wants to know. */
  async askElicitation(request: CreateElicitationRequest, signal?: AbortSignal): Promise<CreateElicitationResponse> {
    const requestId = randomUUID()
    const show = (): void => this.#log.commit({ type: 'elicitation', requestId, request })
    const answer = await this.#ask({ requestId, kind: 'elicitation', optionIds: [], show, signal })
    return answer.kind === 'elicitation' ? answer.response : { action: 'cancel' }
  }

  /** The person's answer; an option that was not offered is refused, `undefined` cancels. */
  answerPermission(requestId: string, optionId: string | undefined): void {
    const question = this.#find(requestId)
    if (optionId !== undefined && !question.optionIds.includes(optionId))
      throw new HostError('invalid_params', 'That option was not offered.')
    this.#settle(requestId, { kind: 'permission', outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }, 'person')
  }

  answerElicitation(requestId: string, response: CreateElicitationResponse): void {
    this.#find(requestId)
    this.#settle(requestId, { kind: 'elicitation', response }, 'person')
  }

  /** What a web question had opened is finished; one that was not answered yet needs no answer any more. Unknown ids are ignored. */
  completeElicitation(elicitationId: string): void {
    const entry = this.#log.transcript.entries.findLast(entry => entry.kind === 'elicitation' && 'elicitationId' in entry.request && entry.request.elicitationId === elicitationId)
    if (entry?.kind !== 'elicitation' || entry.completedAt !== undefined)
      return
    if (this.#open.has(entry.requestId))
      this.#settle(entry.requestId, { kind: 'elicitation', response: { action: 'accept' } }, 'agent')
    this.#log.add({ type: 'elicitationComplete', requestId: entry.requestId })
  }

  /** Answers every open question `cancelled`: the turn was cancelled, it ended, or the agent is gone. */
  cancelAll(by: AnsweredBy = 'turn'): void {
    for (const requestId of [...this.#open.keys()])
      this.#settle(requestId, cancelled(this.#find(requestId).kind), by)
  }

  #ask({ requestId, kind, optionIds, show, signal }: { requestId: string, kind: Answer['kind'], optionIds: readonly string[], show: () => void, signal?: AbortSignal }): Promise<Answer> {
    if (this.#open.size >= maxOpen)
      noticeOnce(this.#log, { title: 'The agent asks more questions at once than can wait', description: `Parley lets ${maxOpen} wait; further ones were answered with “cancelled”.` })
    if (this.#open.size >= maxOpen || signal?.aborted)
      return Promise.resolve(cancelled(kind))
    show()
    return new Promise((settle) => {
      this.#open.set(requestId, { kind, optionIds, settle })
      signal?.addEventListener('abort', () => {
        if (this.#open.has(requestId))
          this.#settle(requestId, cancelled(kind), 'agent')
      }, { once: true })
      this.#onCount()
    })
  }

  #find(requestId: string): Question {
    const question = this.#open.get(requestId)
    if (!question)
      throw new HostError('not_found', 'This question is already answered.')
    return question
  }

  #settle(requestId: string, answer: Answer, by: AnsweredBy): void {
    const event: ThreadEventBody = answer.kind === 'permission'
      ? { type: 'permissionAnswer', requestId, outcome: answer.outcome, by }
      : { type: 'elicitationAnswer', requestId, response: answer.response, by }
    // What the person decided is on disk before it is acted on. A cancellation must reach the agent even when the disk is full.
    if (by === 'person')
      this.#log.commit(event)
    else
      this.#log.add(event)
    const question = this.#open.get(requestId)
    this.#open.delete(requestId)
    question?.settle(answer)
    this.#onCount()
  }
}

function cancelled(kind: Answer['kind']): Answer {
  return kind === 'permission' ? { kind, outcome: { outcome: 'cancelled' } } : { kind, response: { action: 'cancel' } }
}
