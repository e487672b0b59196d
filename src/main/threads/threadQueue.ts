import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { NoticeEvent, TurnEndEvent } from '../../shared/thread/events'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { ThreadStatus } from './threadStatus'
import type { OutgoingMessage, ThreadTurns } from './threadTurns'
import { randomUUID } from 'node:crypto'
import { errorMessage, HostError } from '../../shared/errors'
import {
  getNextQueued,
  type Queue,
  type QueuedChange,
  type QueuedMessage,
  type QueuePause,
} from '../../shared/thread/queue'
import { adaptPrompt } from './session/adaptPrompt'

/** More than people keep track of. The messages are kept in memory and stored with the thread's state. */
const maxMessages = 50
/** Maximum characters of all messages, including attachments. */
const maxCharacters = 64 * 1024 * 1024

/** Notice for agents that start a new turn for a steered message. */
const ownTurn: NoticeEvent = {
  type: 'notice',
  severity: 'warning',
  title: 'The agent began a turn of its own with this message',
  description: 'The turn before it had just ended. What the agent asks in it is refused; send the message again to go on.',
}

interface ThreadQueueOptions {
  readonly log: ThreadLog
  readonly turns: ThreadTurns
  readonly status: ThreadStatus
  readonly report: Report
}

/**
 * Messages that wait for the end of a turn. They are in the log so that none is lost. Each is sent once, after a turn
 * that ended normally. Anything unexpected pauses the queue until the person resumes it.
 */
export class ThreadQueue {
  readonly #options: ThreadQueueOptions
  /** The message for which the person stopped the turn. */
  #next: string | undefined
  /**
   * The message being steered into the turn. Nothing else is sent, and it stays in the queue, until the result is
   * known.
   */
  #steered: string | undefined

  constructor(options: ThreadQueueOptions) {
    this.#options = options
  }

  /**
   * Stores a message at the end, or with `isNext` first if no turn runs. Throws and stores nothing if the agent does
   * not take it.
   */
  add(
    content: readonly ContentBlock[],
    { isNext = false, messageId = randomUUID() }: { isNext?: boolean | undefined, messageId?: string | undefined } = {},
  ): void {
    const { log, turns } = this.#options
    adaptPrompt(content, log.transcript.head.promptCapabilities)
    this.#requireCapacity(content)
    log.commit({ type: 'queued', messageId, content })
    if (isNext && !turns.isRunning && !turns.isPromptWaiting)
      this.#send(messageId)
    else
      this.#advance()
  }

  /** Stores a message before all others. It is sent when the turn ends, even if a question was rejected. */
  addNext(content: readonly ContentBlock[]): void {
    const { log } = this.#options
    this.#requireCapacity(content)
    const first = this.#queue?.messages[0]?.messageId
    const messageId = randomUUID()
    log.commit({ type: 'queued', messageId, content }, ...first === undefined
      ? []
      : [{ type: 'queueChange' as const, messageId, before: first }])
    this.#next = messageId
    this.#advance()
  }

  change(messageId: string, change: QueuedChange): void {
    const { log } = this.#options
    this.#find(messageId)
    if (change.content) {
      adaptPrompt(change.content, log.transcript.head.promptCapabilities)
      this.#requireCapacity(change.content, messageId)
    }
    log.commit({ type: 'queueChange', messageId, ...change })
    this.#advance()
  }

  remove(messageId: string): void {
    this.#find(messageId)
    const { log, status } = this.#options
    log.commit({ type: 'queueRemoval', messageId })
    status.refresh()
  }

  resume(): void {
    const { log, status } = this.#options
    if (this.#queue?.paused)
      log.commit({ type: 'queueResume' })
    status.refresh()
    this.#advance()
  }

  /** Stops the running turn, then sends this message before all others. */
  sendNow(messageId: string): void {
    const { turns } = this.#options
    this.#find(messageId)
    if (!turns.isRunning)
      return this.#send(messageId)
    this.#next = messageId
    turns.cancel()
  }

  /** Steers a message into the running turn. If the agent does not take it, throws and keeps the message queued. */
  async steer(messageId: string): Promise<void> {
    const { log, turns } = this.#options
    const { content } = this.#find(messageId)
    if (this.#steered !== undefined)
      throw new HostError('busy', 'Another message is being given to the agent right now.')
    this.#steered = messageId
    try {
      const outcome = await turns.steer(content)
      if (outcome === 'failed')
        throw new HostError('agent_failed', 'The agent didn’t accept the message during its turn. It stays in the queue.')
      if (outcome === 'promptRequired')
        return // the turn has just ended: send it as the next one
      log.commit({ type: 'steer', messageId, content }, ...outcome === 'injected' ? [] : [ownTurn])
    }
    finally {
      this.#steered = undefined
      this.#advance()
    }
  }

  /** Pauses until the person resumes. The first reason is kept. */
  pause(pause: QueuePause): void {
    const { log, status } = this.#options
    this.#next = undefined
    if (!this.#queue || this.#queue.paused)
      return
    log.add({ type: 'queuePause', ...pause })
    log.flush()
    status.refresh()
  }

  /** Pauses the queue if `sending`, a message ahead of it, fails. */
  async pauseOnFailure(sending: Promise<void>): Promise<void> {
    try {
      await sending
    }
    catch (error) {
      this.#onFailed(error)
      throw error
    }
  }

  turnEnded({ reason }: Omit<TurnEndEvent, 'type'>): void {
    const next = this.#next
    this.#next = undefined
    const isGood = reason === 'end_turn' && !this.#wasEmpty()
    if (isGood || (next !== undefined && (reason === 'end_turn' || reason === 'cancelled')))
      return next !== undefined && this.#has(next) ? this.#send(next) : this.#advance()
    this.pause({ why: reason === 'cancelled' ? 'stopped' : 'failed' })
  }

  #wasEmpty(): boolean {
    const last = this.#options.log.transcript.entries.findLast(({ kind }) => kind === 'turn-end')
    return last?.kind === 'turn-end' && last.isEmpty === true
  }

  get #queue(): Queue | undefined {
    return this.#options.log.transcript.head.queue
  }

  #advance(): void {
    const { turns } = this.#options
    if (this.#steered === undefined && getNextQueued(this.#queue) && !turns.isRunning && !turns.isPromptWaiting)
      this.#send()
  }

  /** Sends that message, otherwise the next one. */
  #send(messageId?: string): void {
    const { turns, report } = this.#options
    turns.send(() => this.#take(messageId))
      .catch((error: unknown) => this.#onFailed(error))
      .catch(error => report(error, 'sending a queued message'))
  }

  #onFailed(error: unknown): void {
    const code = error instanceof HostError ? error.code : undefined
    if (code === 'busy')
      return // another message was sent first; this one follows
    this.pause(code === 'taken_back' ? { why: 'stopped' } : { why: 'failed', message: errorMessage(error) })
  }

  #take(messageId: string | undefined): OutgoingMessage | undefined {
    return messageId === undefined
      ? getNextQueued(this.#queue)
      : this.#queue?.messages.find(message => message.messageId === messageId)
  }

  #has(messageId: string): boolean {
    return this.#take(messageId) !== undefined
  }

  #find(messageId: string): QueuedMessage {
    const message = this.#queue?.messages.find(message => message.messageId === messageId)
    if (!message)
      throw new HostError('not_found', 'This message is no longer in the queue: it was sent or removed.')
    if (messageId === this.#steered)
      throw new HostError('busy', 'This message is being given to the agent right now.')
    return message
  }

  #requireCapacity(content: readonly ContentBlock[], except?: string): void {
    const others = (this.#queue?.messages ?? []).filter(({ messageId }) => messageId !== except)
    if (others.length >= maxMessages)
      throw new HostError('unsupported', `At most ${maxMessages} messages can be queued. Remove one first.`)
    if (JSON.stringify([content, ...others]).length > maxCharacters)
      throw new HostError('unsupported', 'The messages that wait are too large together. Remove one, or an attachment.')
  }
}
