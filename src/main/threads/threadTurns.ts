import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { StillRunning, TurnEndEvent } from '../../shared/thread/events'
import type { SteerOutcome } from '../agents/decode/agentResults'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { ThreadPermissions } from './permission/threadPermissions'
import type { LiveSession } from './session/session'
import type { ThreadAgent } from './threadAgent'
import type { ThreadOptions } from './threadOptions'
import type { ThreadStatus } from './threadStatus'
import { randomUUID } from 'node:crypto'
import { newThreadTitle } from '../../shared/contract/threadSummary'
import { errorMessage, HostError } from '../../shared/errors'
import { interruptions } from '../../shared/thread/interruptions'
import { getTurnOutcome } from '../../shared/thread/reduce/turnOutcome'
import { findAppendedLines, getErrorDetails } from '../agents/agentErrors'
import { adaptPrompt } from './session/adaptPrompt'
import { deriveTitle } from './threadTitle'

/** The end of a turn that is interrupted because Parley quits. */
export const interruptedEnd = { reason: 'error', message: interruptions.closed } as const

interface ThreadTurnsOptions {
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly permissions: ThreadPermissions
  readonly agent: ThreadAgent
  readonly options: ThreadOptions
  /** Called when a turn has ended and another may begin. */
  readonly onEnded: (end: Omit<TurnEndEvent, 'type'>) => void
  readonly report: Report
}

/** A message that is about to be sent. */
export interface OutgoingMessage {
  readonly content: readonly ContentBlock[]
  /** Id of the queued message. */
  readonly messageId?: string
}

interface Turn {
  readonly promptId: string
  readonly live: LiveSession
  /** The agent's stderr before the turn. */
  readonly stderrBefore: string
  /** Lists commands that are still running. Set once the turn is stopped. */
  running?: () => StillRunning[]
}

/**
 * A thread's turns, one at a time. Each begins with a prompt and ends once: by the prompt's answer, by the person, or
 * with the agent.
 */
export class ThreadTurns {
  readonly #options: ThreadTurnsOptions
  /** The running turn. Late results of earlier turns are recognized by identity. */
  #running: Turn | undefined
  /** Prompts that wait for the agent's start. */
  readonly #waiting = new Set<AbortController>()

  constructor(options: ThreadTurnsOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Whether a prompt waits for the agent's start. */
  get isPromptWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Whether the agent may make requests. False once the turn is being cancelled. */
  get isOpen(): boolean {
    return this.isRunning && this.#options.status.activity.state !== 'cancelling'
  }

  /** Throws if a prompt cannot be sent now. */
  assertIdle(): void {
    if (this.isRunning)
      throw new HostError('busy', 'The agent is still working on the last message. Wait for it or press Stop.')
    if (this.#options.agent.signIn.isRunning)
      throw new HostError('sign_in_needed', 'Finish the sign-in first, or cancel it.')
  }

  /**
   * Starts the agent if necessary, stores the prompt, then sends it. Rejects and stores nothing if the agent can't
   * accept it. Calls `take` again before sending, because a queued message may be changed or removed meanwhile.
   */
  async send(take: () => OutgoingMessage | undefined, promptId: string = randomUUID()): Promise<void> {
    const { agent, options } = this.#options
    this.assertIdle()
    const live = await this.#waitFor(agent.attach())
    await this.#waitFor(agent.connection.replaySettled())
    // Defaults and the person's choices must hold for the first prompt, too.
    await this.#waitFor(options.ready())
    const asked = take()
    if (!asked)
      return
    adaptPrompt(asked.content, this.#options.log.transcript.head.promptCapabilities) // may throw
    try {
      await this.#waitFor(agent.recorder.beginTurn(promptId))
      this.assertIdle()
      if (agent.connection.live !== live) {
        throw new HostError(
          'agent_exited',
          'The agent ended before it could take the message. Send it again to restart the agent.',
        )
      }
      const message = take()
      if (message)
        this.#begin(live, promptId, message)
    }
    finally {
      if (this.#running?.promptId !== promptId)
        agent.recorder.abandonTurn(promptId)
    }
  }

  /** Steers a message into the running turn and returns the outcome. Never sends it as a second prompt. */
  async steer(content: readonly ContentBlock[]): Promise<SteerOutcome> {
    const { log } = this.#options
    if (!this.#running || !this.isOpen)
      return 'promptRequired'
    const { connection: { calls, canSteer }, sessionId } = this.#running.live
    if (!canSteer)
      throw new HostError('unsupported', 'This agent doesn’t accept messages while it works.')
    return calls.steer(sessionId, adaptPrompt(content, log.transcript.head.promptCapabilities))
  }

  /** Withdraws all unsent prompts without interrupting the agent's start. */
  withdrawWaiting(): void {
    for (const waiting of this.#waiting)
      waiting.abort()
    this.#options.options.gate.decline()
  }

  /**
   * Asks the agent to end the turn. Answers open questions `cancelled`; later updates still count. `isByPerson`: the
   * log records the cancellation; otherwise the turn's end has the reason.
   */
  cancel({ isByPerson = true } = {}): void {
    const { log, status, permissions, agent, report } = this.#options
    const { live } = agent.connection
    if (!this.#running || !live)
      return
    log.flush()
    const { transcript } = log
    if (isByPerson)
      log.add({ type: 'cancel' }) // not committed first, because it must reach the agent even if the disk is full
    status.dispatch({ type: 'cancelled' })
    live.connection.calls.cancel(live.sessionId).catch(error => report(error, 'cancelling a turn'))
    permissions.questions.cancelAll()
    this.#running.running ??= agent.terminals.stopOpenCalls(transcript)
  }

  /** Ends the running turn, if any, without waiting for the agent. */
  end(end: Omit<TurnEndEvent, 'type'>): void {
    if (this.#running)
      this.#end(this.#running, end)
  }

  /** Waits for `start` on behalf of a prompt. Rejects if the prompt is withdrawn first. */
  async #waitFor<T>(start: Promise<T>): Promise<T> {
    const waiting = new AbortController()
    const withdrawn = new Promise<never>((_, reject) => {
      const error = new HostError('taken_back', 'The message was taken back before the agent started.')
      waiting.signal.addEventListener('abort', () => reject(error), { once: true })
    })
    this.#waiting.add(waiting)
    try {
      return await Promise.race([start, withdrawn])
    }
    finally {
      this.#waiting.delete(waiting)
    }
  }

  /** Stores the prompt, then sends it. Throws and stores nothing if the agent can't accept it. */
  #begin(live: LiveSession, promptId: string, { content, messageId }: OutgoingMessage): void {
    const { log, status, permissions, agent, options, report } = this.#options
    const prompt = adaptPrompt(content, log.transcript.head.promptCapabilities)
    permissions.startTurn()
    agent.connection.startTurn()
    options.startTurn()
    log.commit({ type: 'prompt', promptId, content, ...messageId !== undefined && { messageId } })
    const turn = this.#running = { promptId, live, stderrBefore: live.connection.stderrTail }
    status.patchLater(status.stored.title === newThreadTitle ? { title: deriveTitle(content) } : {})
    status.dispatch({ type: 'prompted' })
    live.connection.calls.prompt(live.sessionId, prompt).then(
      ({ stopReason }) => this.#end(turn, { reason: stopReason }),
      (error: unknown) => this.#fail(turn, error, live),
    ).catch(error => report(error, 'ending a turn'))
  }

  #fail(turn: Turn, error: unknown, { connection }: LiveSession): void {
    if (this.#running !== turn)
      return
    const { status, agent } = this.#options
    this.#end(turn, toTurnEnd(error, { isCancelling: status.activity.state === 'cancelling' }))
    agent.signIn.requireFor(connection, error, turn.promptId)
  }

  #end(turn: Turn, end: Omit<TurnEndEvent, 'type'>): void {
    if (this.#running !== turn)
      return
    const { log, status, permissions, options, agent } = this.#options
    this.#running = undefined
    permissions.questions.cancelAll()
    const running = turn.running?.() ?? []
    log.add({ type: 'turnEnd', ...this.#withStderr(turn, end), ...running.length > 0 && { running } })
    log.flush()
    options.storeOffered()
    agent.terminals.save()
    agent.recorder.endTurn(turn.promptId)
    const last = log.transcript.entries.at(-1)
    const isFaulty = last?.kind === 'turn-end' && (last.isEmpty === true || last.fault !== undefined)
    status.dispatch({ type: 'turnEnded', reason: end.reason, isFaulty })
    this.#options.onEnded(end)
  }

  /** Adds the agent's stderr to a turn that ended without an answer, because it often has the reason. */
  #withStderr(
    { live: { connection }, stderrBefore }: Turn,
    end: Omit<TurnEndEvent, 'type'>,
  ): Omit<TurnEndEvent, 'type'> {
    const { log } = this.#options
    log.flush()
    const { entries, firstIndex, head } = log.transcript
    const ofTurn = entries.slice(Math.max(0, head.turnStart - firstIndex))
    if (end.details !== undefined || !getTurnOutcome(ofTurn, end).isEmpty)
      return end
    const details = findAppendedLines(stderrBefore, connection.stderrTail)
    return details === '' ? end : { ...end, details }
  }
}

/**
 * Converts an error response to the end of the turn. After a cancel this is not a failure, because some agents report
 * their own abort as an error.
 */
function toTurnEnd(error: unknown, { isCancelling }: { isCancelling: boolean }): Omit<TurnEndEvent, 'type'> {
  if (isCancelling && !(error instanceof HostError && error.code === 'agent_exited'))
    return { reason: 'cancelled' }
  return { reason: 'error', message: errorMessage(error), details: getErrorDetails(error) }
}
