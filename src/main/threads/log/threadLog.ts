import type { NoticeEvent, ThreadEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { Entry, Transcript } from '../../../shared/thread/transcript'
import type { PendingWrites } from '../../store/pendingWrites'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'
import { coalesce } from '../../../shared/thread/reduce/coalesce'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { openElicitations, openPermissions } from '../../../shared/thread/selectors'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { earlierToolCalls, entryCount, EntryWindow, markLate } from './entryWindow'
import { LogLimits } from './limits'

/**
 * Agent text reaches disk and renderers in batches of this age: a kill loses no more, and nothing renders per token.
 */
const flushMs = 50
/** A burst is stored in portions of this size: a few milliseconds of work each, so that nothing else waits long. */
const burstEvents = 500

interface ThreadLogOptions {
  readonly threadId: string
  readonly store: ThreadStore
  readonly writes: PendingWrites
  /** Gets all events, in order, once they are in the transcript. */
  readonly publish: (events: ThreadEvent[]) => void
  readonly report: Report
}

/**
 * The log of one thread: numbers events, keeps them in SQLite, folds them into the transcript and publishes them. What
 * a person said or decided goes through `commit`, which returns once it is on disk; what agents send goes through
 * `add`.
 */
export class ThreadLog {
  readonly #options: ThreadLogOptions
  readonly #window: EntryWindow
  readonly #limits: LogLimits
  /** When the last stored event happened. */
  readonly #lastAt: number | undefined
  #transcript: Transcript
  #pending: ThreadEventBody[] = []
  #unsaved: ThreadEvent[] = []
  #isGathering = false
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: ThreadLogOptions) {
    const { threadId, store, report } = options
    this.#options = options
    this.#window = new EntryWindow({ threadId, store, report })
    const events = store.readEvents(threadId, { afterSeq: this.#window.stored.lastSeq })
    this.#lastAt = events.at(-1)?.at
    this.#transcript = reduce(this.#window.stored, events)
    this.#limits = new LogLimits(entryCount(this.#transcript))
  }

  /**
   * The end of the transcript: at least the whole last turn. `flush` first where it must hold what was added a moment
   * ago.
   */
  get transcript(): Transcript {
    return this.#transcript
  }

  /**
   * Takes an event of the agent's, as far as it keeps within the limits; it is stored and published within 50 ms.
   * `bytes` is about how much memory it takes.
   */
  add(body: ThreadEventBody, bytes?: number): void {
    if (this.#isDisposed)
      return // a command that took long to die: the thread may be deleted by now
    const admitted = this.#limits.admit(body, { bytes, entryCount: entryCount(this.#transcript) })
    if (admitted.length === 0)
      return
    this.#pending.push(...admitted)
    if (this.#isGathering)
      return
    if (this.#pending.length >= burstEvents)
      this.flush()
    else
      this.#timer ??= setTimeout(() => this.flush(), flushMs)
  }

  /** Adds a warning that stays true from session to session, unless the thread shows it already. */
  addNoticeOnce({ title, description }: Pick<NoticeEvent, 'title' | 'description'>): void {
    this.flush()
    if (!this.#window.hasNotice(this.#transcript, { title, description }))
      this.add({ type: 'notice', severity: 'warning', title, description })
  }

  /** Whether an agent may still ask for something that makes the thread grow; a notice says so when it may not. */
  hasRoom(): boolean {
    const count = entryCount(this.#transcript)
    const isFull = this.#limits.isFull(count)
    if (isFull)
      this.#limits.fullNotice(count).forEach(notice => this.add(notice))
    return !isFull
  }

  /** Stores and publishes at once everything that `addAll` adds. */
  together(addAll: () => void): void {
    this.#isGathering = true
    try {
      addAll()
    }
    finally {
      this.#isGathering = false
      this.flush()
    }
  }

  /**
   * Stores what a person said or decided, with everything before it. Throws, and keeps none of it, when it cannot be
   * stored.
   */
  commit(...bodies: readonly ThreadEventBody[]): void {
    const { threadId, store } = this.#options
    if (this.#isDisposed) // the thread may be deleted, or open again with a log of its own
      throw new HostError('closed', 'This thread is closed.')
    this.flush()
    for (const body of bodies)
      this.#limits.count(body, entryCount(this.#transcript))
    const events = this.#number(bodies)
    store.appendEvents(threadId, [...this.#unsaved, ...events], { durable: true })
    this.#unsaved = []
    this.#fold(events)
  }

  /** Stores and publishes what is pending; it happened now, or at `at`. */
  flush(at?: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0 && this.#unsaved.length === 0)
      return // a search flushes every open thread: most have nothing
    const events = this.#number(coalesce(this.#pending), at)
    this.#pending = []
    this.#save(events)
    this.#fold(events)
  }

  /** Closes a turn that was open when Parley ended, so that the thread is shown as it is. */
  closeOpenTurn(): void {
    const transcript = this.#transcript
    for (const { request } of openPermissions(transcript))
      this.add({ type: 'permissionAnswer', requestId: request.requestId, outcome: { outcome: 'cancelled' }, by: 'turn' })
    for (const { requestId } of openElicitations(transcript))
      this.add({ type: 'elicitationAnswer', requestId, response: { action: 'cancel' }, by: 'turn' })
    if (transcript.head.turnOpen)
      this.add({ type: 'turnEnd', reason: 'error', message: 'Parley ended while the agent was working.' })
    this.flush(this.#lastAt) // it ended when its last event came, not when it is shown again
  }

  /** At most `limit` entries before index `before`, oldest first. */
  readEntries(before: number, limit: number): Entry[] {
    return this.#window.readEntries(this.#transcript, { before, limit })
  }

  /** Stores the entries of a turn that still runs, which are otherwise stored with its end; whether there were any. */
  storeEntries(): boolean {
    this.flush()
    if (this.#transcript === this.#window.stored)
      return false
    this.#storeEntries()
    return true
  }

  dispose(): void {
    this.storeEntries()
    this.#isDisposed = true
  }

  #number(bodies: readonly ThreadEventBody[], at = Date.now()): ThreadEvent[] {
    this.#transcript = this.#window.reachBack(this.#transcript, bodies)
    const earlierCalls = earlierToolCalls(this.#transcript)
    let seq = this.#transcript.lastSeq
    return bodies.map(body => ({ ...markLate(body, earlierCalls), seq: ++seq, at }))
  }

  /** If the events cannot be stored now, the thread continues in memory. */
  #save(events: readonly ThreadEvent[]): void {
    const { threadId, store, writes } = this.#options
    this.#unsaved.push(...events)
    if (this.#unsaved.length === 0)
      return
    const write = (): void => {
      if (this.#unsaved.length === 0)
        return // a later `commit` stored them
      store.appendEvents(threadId, this.#unsaved, { durable: false })
      this.#unsaved = []
    }
    writes.write({ threadId, what: 'the log' }, write, () => estimateBytes(events))
  }

  #fold(events: ThreadEvent[]): void {
    if (events.length === 0)
      return
    this.#transcript = reduce(this.#transcript, events)
    if (this.#window.countUnstored(this.#transcript) >= burstEvents || events.some(event => event.type === 'turnEnd'))
      this.#storeEntries()
    this.#options.publish(events)
  }

  #storeEntries(): void {
    if (this.#unsaved.length > 0)
      return // the log comes first: no entry is stored whose events are not
    this.#transcript = this.#window.store(this.#transcript)
  }
}
