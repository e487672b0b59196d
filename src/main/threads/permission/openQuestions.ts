import type { CreateElicitationRequest, CreateElicitationResponse, RequestPermissionOutcome, ToolCall } from '@agentclientprotocol/sdk'
import type { AnsweredBy, AnsweringRule, AskedOption, PermissionEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadLog } from '../log/threadLog'
import type { Decided, Decisions } from './decisions'
import { randomUUID } from 'node:crypto'
import { HostError } from '../../../shared/errors'
import { permissionFacts, type PermissionFacts } from '../../../shared/permission/permissionFacts'

/** How many questions of one thread may wait at once; further ones are answered `cancelled`. */
const maxOpen = 50
/** How many an agent may take back in a turn before it is asked nothing more: each was written down, and looked at by nobody. */
const maxWithdrawn = 100

type Answer
  = | { readonly kind: 'permission', readonly outcome: RequestPermissionOutcome }
    | { readonly kind: 'elicitation', readonly response: CreateElicitationResponse }

interface Question {
  readonly kind: Answer['kind']
  readonly settle: (answer: Answer) => void
  /** Of a permission: what was asked, and the facts as they were shown. */
  readonly asked?: { readonly request: Asked, readonly facts: PermissionFacts }
}

type Asked = Omit<PermissionEvent, 'type' | 'requestId'>

/**
 * The questions of one thread that wait for the person. Every question gets exactly one answer, which is stored before it is
 * acted on; nothing is ever answered by time.
 */
export class OpenQuestions {
  readonly #log: ThreadLog
  readonly #decisions: Decisions
  readonly #onCount: () => void
  readonly #open = new Map<string, Question>()
  #withdrawn = 0

  constructor({ log, decisions, onCount }: { log: ThreadLog, decisions: Decisions, onCount: () => void }) {
    this.#log = log
    this.#decisions = decisions
    this.#onCount = onCount
  }

  startTurn(): void {
    this.#withdrawn = 0
  }

  get count(): number {
    return this.#open.size
  }

  /** Asks for permission. `signal` is the agent's own withdrawal of the question. */
  async askPermission(request: Asked, signal?: AbortSignal): Promise<RequestPermissionOutcome> {
    const requestId = randomUUID()
    const answer = await this.#ask({
      requestId,
      kind: 'permission',
      request,
      show: () => this.#show({ type: 'permission', requestId, ...request }),
      signal,
    })
    return answer.kind === 'permission' ? answer.outcome : { outcome: 'cancelled' }
  }

  /** Answers a question by a rule, without asking; the transcript shows both. */
  answerByRule(request: Asked, { option, rule, facts }: { option: AskedOption, rule: AnsweringRule, facts: PermissionFacts }): void {
    const requestId = randomUUID()
    this.#decisions.add({ from: request.from, facts, outcome: isAllowing(option) ? 'allowed' : 'denied', by: 'rule', rule })
    this.#log.commit(
      { type: 'permission', requestId, ...request },
      { type: 'permissionAnswer', requestId, outcome: { outcome: 'selected', optionId: option.optionId }, by: 'rule', rule },
    )
  }

  /** Asks for what the agent wants to know. */
  async askElicitation(request: CreateElicitationRequest, signal?: AbortSignal): Promise<CreateElicitationResponse> {
    const requestId = randomUUID()
    const show = (): void => this.#show({ type: 'elicitation', requestId, request })
    const answer = await this.#ask({ requestId, kind: 'elicitation', show, signal })
    return answer.kind === 'elicitation' ? answer.response : { action: 'cancel' }
  }

  /** The person's answer; an option that was not offered is refused, `undefined` cancels. */
  answerPermission(requestId: string, optionId: string | undefined): void {
    const question = this.#find(requestId)
    if (optionId !== undefined && !question.asked?.request.options.some(option => option.optionId === optionId))
      throw new HostError('invalid_params', 'That option was not offered.')
    this.#settle(
      requestId,
      { kind: 'permission', outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } },
      'person',
    )
  }

  answerElicitation(requestId: string, response: CreateElicitationResponse): void {
    this.#find(requestId)
    this.#settle(requestId, { kind: 'elicitation', response }, 'person')
  }

  /** What a web question had opened is finished; one that was not answered yet needs no answer any more. Unknown ids are ignored. */
  completeElicitation(elicitationId: string): void {
    this.#log.flush()
    const entry = this.#log.transcript.entries.findLast(
      entry => entry.kind === 'elicitation' && 'elicitationId' in entry.request && entry.request.elicitationId === elicitationId,
    )
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

  #ask({
    requestId,
    kind,
    request,
    show,
    signal,
  }: {
    requestId: string
    kind: Answer['kind']
    request?: Asked
    show: () => void
    signal?: AbortSignal
  }): Promise<Answer> {
    const refusal = this.#refusal()
    if (refusal)
      this.#log.addNoticeOnce(refusal)
    const isFull = refusal !== undefined || !this.#log.hasRoom()
    if (isFull || signal?.aborted) {
      if (request) {
        this.#decisions.add({
          from: request.from,
          facts: factsOf(request),
          outcome: 'cancelled',
          by: isFull ? 'builtin' : 'agent',
          why: isFull ? (refusal?.title ?? 'The thread kept no more of the turn') : undefined,
        })
      }
      return Promise.resolve(cancelled(kind))
    }
    show()
    const asked = request && { request, facts: factsOf(request, this.#shownCall(requestId)) }
    return new Promise((settle) => {
      this.#open.set(requestId, { kind, asked, settle })
      signal?.addEventListener(
        'abort',
        () => {
          if (!this.#open.has(requestId))
            return
          this.#withdrawn++
          this.#settle(requestId, cancelled(kind), 'agent')
        },
        { once: true },
      )
      this.#onCount()
    })
  }

  /** Why nothing more is asked for now. */
  #refusal(): { title: string, description: string } | undefined {
    if (this.#open.size >= maxOpen) {
      return {
        title: 'The agent asks more questions at once than can wait',
        description: `Parley lets ${maxOpen} wait; further ones were answered with “cancelled”.`,
      }
    }
    if (this.#withdrawn >= maxWithdrawn) {
      return {
        title: 'The agent takes its questions back again and again',
        description: 'Until your next message, further ones are answered with “cancelled”.',
      }
    }
    return undefined
  }

  /** The tool call as the dialog shows it. */
  #shownCall(requestId: string): ToolCall | undefined {
    const entry = this.#log.transcript.entries.findLast(entry => entry.kind === 'permission' && entry.request.requestId === requestId)
    return entry?.kind === 'permission' ? entry.asked : undefined
  }

  /** At once, but not committed: it can be asked while the disk is full. The answer waits for room. */
  #show(event: ThreadEventBody): void {
    this.#log.add(event)
    this.#log.flush()
  }

  #find(requestId: string): Question {
    const question = this.#open.get(requestId)
    if (!question)
      throw new HostError('not_found', 'This question is already answered.')
    return question
  }

  #settle(requestId: string, answer: Answer, by: AnsweredBy): void {
    const event: ThreadEventBody
      = answer.kind === 'permission'
        ? { type: 'permissionAnswer', requestId, outcome: answer.outcome, by }
        : { type: 'elicitationAnswer', requestId, response: answer.response, by }
    const question = this.#open.get(requestId)
    if (question?.asked && answer.kind === 'permission')
      this.#decisions.add(decided(question.asked, answer.outcome, by))
    // What the person decided is on disk before it is acted on. A cancellation must reach the agent even when the disk is full.
    if (by === 'person')
      this.#log.commit(event)
    else
      this.#log.add(event)
    this.#open.delete(requestId)
    question?.settle(answer)
    this.#onCount()
  }
}

function cancelled(kind: Answer['kind']): Answer {
  return kind === 'permission' ? { kind, outcome: { outcome: 'cancelled' } } : { kind, response: { action: 'cancel' } }
}

/** What a dialog shows of a question. */
export function factsOf(request: Asked, call?: ToolCall): PermissionFacts {
  return permissionFacts({ type: 'permission', requestId: '', ...request }, call)
}

function isAllowing({ kind }: AskedOption): boolean {
  return kind === 'allow_once' || kind === 'allow_always'
}

function decided({ request, facts }: NonNullable<Question['asked']>, outcome: RequestPermissionOutcome, by: AnsweredBy): Decided {
  const option = outcome.outcome === 'selected' ? request.options.find(({ optionId }) => optionId === outcome.optionId) : undefined
  return {
    from: request.from,
    facts,
    outcome: !option ? 'cancelled' : isAllowing(option) ? 'allowed' : 'denied',
    by,
    why: option && `${option.name} (${option.kind})`,
  }
}
