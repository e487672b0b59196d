import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { TurnEndEvent } from '../../shared/thread/events'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { ThreadPermissions } from './permission/threadPermissions'
import type { ThreadTerminals } from './requests/threadTerminals'
import type { LiveSession } from './session/session'
import type { ThreadConnection } from './session/threadConnection'
import type { ThreadSignIn } from './signIn/threadSignIn'
import type { ThreadOptions } from './threadOptions'
import type { ThreadStatus } from './threadStatus'
import { randomUUID } from 'node:crypto'
import { newThreadTitle } from '../../shared/contract/threadSummary'
import { takenPrompt, titleOf } from './prompt'
import { turnEndOf } from './turnEnd'

/** What a thread lends to its turns. */
export interface TurnParts {
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly permissions: ThreadPermissions
  readonly connection: ThreadConnection
  readonly signIn: ThreadSignIn
  readonly options: ThreadOptions
  readonly terminals: ThreadTerminals
  readonly report: Report
}

interface Turn {
  readonly promptId: string
}

/**
 * A thread's turns, one at a time: each begins with a prompt, and ends once, whether by the prompt's answer, by the person or with the
 * agent.
 */
export class ThreadTurns {
  readonly #thread: TurnParts
  /** A new object for each, so that what belongs to an earlier one can be told apart. */
  #running: Turn | undefined

  constructor(thread: TurnParts) {
    this.#thread = thread
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Whether the agent may still ask for things: not once the turn is being cancelled. */
  get isOpen(): boolean {
    return this.isRunning && this.#thread.status.activity.state !== 'cancelling'
  }

  /** Stores the prompt, then sends it. Throws, with nothing stored, when the agent cannot take it. */
  begin(live: LiveSession, content: ContentBlock[]): void {
    const { log, status, permissions, connection, report } = this.#thread
    const prompt = takenPrompt(content, log.transcript.head.promptCapabilities)
    permissions.startTurn()
    connection.startTurn()
    const promptId = randomUUID()
    log.commit({ type: 'prompt', promptId, content })
    const turn = this.#running = { promptId }
    status.note(status.stored.title === newThreadTitle ? { title: titleOf(content) } : {})
    status.become({ type: 'prompted' })
    void live.connection.calls.prompt(live.sessionId, prompt).then(
      ({ stopReason }) => this.#end(turn, { reason: stopReason }),
      (error: unknown) => this.#fail(turn, error, live),
    ).catch(error => report(error, 'ending a turn'))
  }

  /** Asks the agent to end the turn. Every open question is answered `cancelled`; its updates still count. */
  cancel(): void {
    const {
      log,
      status,
      permissions,
      connection: { live },
      report,
    } = this.#thread
    if (!this.#running || !live)
      return
    log.add({ type: 'cancel' }) // not committed first: it must reach the agent even when the disk is full
    status.become({ type: 'cancelled' })
    // an agent that is gone tells so by its exit
    void live.connection.calls.cancel(live.sessionId).catch(error => report(error, 'cancelling a turn'))
    permissions.cancelQuestions()
  }

  /** Ends the running turn, if there is one, without waiting for the agent. */
  end(end: Omit<TurnEndEvent, 'type'>): void {
    if (this.#running)
      this.#end(this.#running, end)
  }

  #fail(turn: Turn, error: unknown, { connection }: LiveSession): void {
    if (this.#running !== turn)
      return
    this.#end(turn, turnEndOf(error, { isCancelling: this.#thread.status.activity.state === 'cancelling' }))
    this.#thread.signIn.note(connection, error, turn.promptId)
  }

  #end(turn: Turn, end: Omit<TurnEndEvent, 'type'>): void {
    if (this.#running !== turn)
      return
    const { log, status, permissions, options, terminals } = this.#thread
    this.#running = undefined
    permissions.cancelQuestions()
    log.add({ type: 'turnEnd', ...end })
    log.flush()
    options.remember()
    terminals.save()
    status.become({ type: 'turnEnded', reason: end.reason })
  }
}
