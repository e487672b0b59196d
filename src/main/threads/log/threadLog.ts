import type { NoticeEvent, ThreadEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { Entry, Transcript } from '../../../shared/thread/transcript'
import type { PendingWrites } from '../../store/pendingWrites'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'
import { interruptions } from '../../../shared/thread/interruptions'
import { coalesce } from '../../../shared/thread/reduce/coalesce'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { openElicitations, openPermissions } from '../../../shared/thread/selectors'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { countEntries, EntryWindow, findEarlierToolCalls, markLate } from './entryWindow'
import { LogLimits } from './limits'

/** Maximum age of unsaved agent output. A kill loses no more, and windows don't render per token. */
const flushMs = 50
/** Number of events stored at a time during a burst: a few milliseconds of work. */
const burstEvents = 500

interface ThreadLogOptions {
  readonly threadId: string
  readonly store: ThreadStore
  readonly writes: PendingWrites
  /** Called with events in order, once they are in the transcript. */
  readonly publish: (events: ThreadEvent[]) => void
  readonly report: Report
}

/**
 * The log of one thread: numbers events, stores them in SQLite, reduces them to the transcript and publishes them. What
 * a person said or decided goes through `commit`, which returns once it is on disk; what agents send goes through
 * `add`.
 */
export class ThreadLog {
  readonly #options: ThreadLogOptions
  readonly #window: EntryWindow
  readonly #limits: LogLimits
  /** Time of the last stored event. */
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
    this.#limits = new LogLimits(countEntries(this.#transcript))
  }

  /**
   * The end of the transcript, including at least the last turn. Call `flush` first if it must include recent events.
   */
  get transcript(): Transcript {
    return this.#transcript
  }

  /**
   * Adds an event of the agent, within the limits. It is stored and published within 50 ms. `bytes`: its approximate
   * size in memory.
   */
  add(body: ThreadEventBody, bytes?: number): void {
    if (this.#isDisposed)
      return // a late event: the thread may have been deleted
    const admitted = this.#limits.admit(body, { bytes, entryCount: countEntries(this.#transcript) })
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

  /** Adds a warning that applies to all sessions, unless the thread already has it. */
  addNoticeOnce({ title, description }: Pick<NoticeEvent, 'title' | 'description'>): void {
    this.flush()
    if (!this.#window.hasNotice(this.#transcript, { title, description }))
      this.add({ type: 'notice', severity: 'warning', title, description })
  }

  /** Whether the thread has room for more of the agent's requests. Adds a notice if not. */
  hasRoom(): boolean {
    const count = countEntries(this.#transcript)
    const isFull = this.#limits.isFull(count)
    if (isFull)
      this.#limits.createFullNotice(count).forEach(notice => this.add(notice))
    return !isFull
  }

  /** Stores and publishes everything that `addAll` adds as one batch. */
  batch(addAll: () => void): void {
    this.#isGathering = true
    try {
      addAll()
    }
    finally {
      this.#isGathering = false
      this.flush()
    }
  }

  /** Stores a person's action with all pending events. If that fails, discards the action and throws. */
  commit(...bodies: readonly ThreadEventBody[]): void {
    const { threadId, store } = this.#options
    if (this.#isDisposed) // the thread may have been deleted or reopened with another log
      throw new HostError('closed', 'This thread is closed.')
    this.flush()
    for (const body of bodies)
      this.#limits.count(body, countEntries(this.#transcript))
    const events = this.#assignNumbers(bodies)
    store.appendEvents(threadId, [...this.#unsaved, ...events], { durable: true })
    this.#unsaved = []
    this.#fold(events)
  }

  /** Stores and publishes pending events, timestamped `at`, by default now. */
  flush(at?: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0 && this.#unsaved.length === 0)
      return // searches flush all open threads, most of which have nothing pending
    const events = this.#assignNumbers(coalesce(this.#pending), at)
    this.#pending = []
    this.#save(events)
    this.#fold(events)
  }

  /** Ends a turn that was interrupted when Parley quit. */
  closeOpenTurn(): void {
    const transcript = this.#transcript
    for (const { request } of openPermissions(transcript)) {
      this.add({
        type: 'permissionAnswer',
        requestId: request.requestId,
        outcome: { outcome: 'cancelled' },
        by: 'turn',
      })
    }
    for (const { requestId } of openElicitations(transcript))
      this.add({ type: 'elicitationAnswer', requestId, response: { action: 'cancel' }, by: 'turn' })
    if (transcript.head.turnOpen)
      this.add({ type: 'turnEnd', reason: 'error', message: interruptions.ended })
    this.flush(this.#lastAt) // it ended with its last event
  }

  /** Reads at most `limit` entries before index `before`, oldest first. */
  readEntries(before: number, limit: number): Entry[] {
    return this.#window.readEntries(this.#transcript, { before, limit })
  }

  /** Stores entries of the running turn before it ends. Returns whether there were any. */
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

  #assignNumbers(bodies: readonly ThreadEventBody[], at = Date.now()): ThreadEvent[] {
    this.#transcript = this.#window.loadAffected(this.#transcript, bodies)
    const earlierCalls = findEarlierToolCalls(this.#transcript)
    let seq = this.#transcript.lastSeq
    return bodies.map(body => ({ ...markLate(body, earlierCalls), seq: ++seq, at }))
  }

  /** Stores events. If that fails, the thread continues in memory. */
  #save(events: readonly ThreadEvent[]): void {
    const { threadId, store, writes } = this.#options
    this.#unsaved.push(...events)
    if (this.#unsaved.length === 0)
      return
    const write = (): void => {
      if (this.#unsaved.length === 0)
        return // stored by a later `commit`
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
      return // entries are stored only after their events
    this.#transcript = this.#window.store(this.#transcript)
  }
}
