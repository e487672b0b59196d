import type { ThreadEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { PendingWrites } from '../../store/pendingWrites'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { coalesce } from '../../../shared/thread/coalesce'
import { reduce, reducerVersion } from '../../../shared/thread/reduce'
import { emptyTranscript, type Entry, type Transcript } from '../../../shared/thread/transcript'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { earlierToolCalls, markLate, toolCallIdsIn } from './lateUpdates'
import { LogLimits } from './logLimits'

/** Entries that a window keeps besides the whole last turn: about three screens. */
const windowEntries = 60
/** Agent text reaches disk and renderers in batches of this age: a kill loses no more, and nothing renders per token. */
const flushMs = 50
/** A burst is stored in portions of this size: a few milliseconds of work each, so that nothing else waits long. */
const burstEvents = 500

/**
 * The log of one thread: gives events their numbers, keeps them in SQLite, folds them into the transcript and hands them on.
 * What a person said or decided goes through `commit`, which returns once it is on disk; what agents send goes through `add`.
 */
export class ThreadLog {
  readonly #threadId: string
  readonly #store: ThreadStore
  readonly #writes: PendingWrites
  readonly #publish: (events: ThreadEvent[]) => void
  readonly #report: Report
  /** When the last stored event happened. */
  readonly lastAt: number | undefined
  #transcript: Transcript
  /** The entries as they stand in the store, to find what changed. */
  #projected: Transcript
  #pending: ThreadEventBody[] = []
  #unsaved: ThreadEvent[] = []
  readonly #limits: LogLimits
  #isGathering = false
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor({
    threadId,
    store,
    writes,
    publish,
    report,
  }: {
    threadId: string
    store: ThreadStore
    writes: PendingWrites
    publish: (events: ThreadEvent[]) => void
    report: Report
  }) {
    this.#threadId = threadId
    this.#store = store
    this.#writes = writes
    this.#publish = publish
    this.#report = report
    this.#projected = this.#readProjection()
    const events = store.readEvents(threadId, { afterSeq: this.#projected.lastSeq })
    this.lastAt = events.at(-1)?.at
    this.#transcript = reduce(this.#projected, events)
    this.#limits = new LogLimits(this.#entryCount)
  }

  /** The end of the transcript: at least the whole last turn. Events still on their way are folded in first. */
  get transcript(): Transcript {
    this.flush()
    return this.#transcript
  }

  /**
   * Takes an event of the agent's, as far as it keeps within the limits; it is stored and published within 50 ms.
   * `weight` is about how many bytes it takes in memory.
   */
  add(body: ThreadEventBody, weight?: number): void {
    if (this.#isDisposed)
      return // a command that took long to die: the thread may be deleted by now
    const admitted = this.#limits.admit(body, { weight, entryCount: this.#entryCount })
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

  /** Whether an agent may still ask for something that makes the thread grow; the thread says so when it may not. */
  hasRoom(): boolean {
    const isFull = this.#limits.isFull(this.#entryCount)
    if (isFull)
      this.#limits.fullNotice(this.#entryCount).forEach(notice => this.add(notice))
    return !isFull
  }

  /** Everything that is `add`ed meanwhile is stored and published at once. */
  together(add: () => void): void {
    this.#isGathering = true
    try {
      add()
    }
    finally {
      this.#isGathering = false
      this.flush()
    }
  }

  /** Stores what a person said or decided, with all that came before it. Throws, and keeps nothing of it, when it cannot be stored. */
  commit(...bodies: readonly ThreadEventBody[]): void {
    this.flush()
    for (const body of bodies)
      this.#limits.count(body, this.#entryCount)
    const events = this.#number(bodies)
    this.#store.appendEvents(this.#threadId, [...this.#unsaved, ...events], { durable: true })
    this.#unsaved = []
    this.#fold(events)
  }

  /** Stores and publishes what is pending; it happened now, or at `at`. */
  flush(at?: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#number(coalesce(this.#pending), at)
    this.#pending = []
    this.#save(events)
    this.#fold(events)
  }

  /** At most `limit` entries before index `before`, oldest first. */
  readEntries(before: number, limit: number): Entry[] {
    const { firstIndex, entries } = this.#transcript
    const stored = this.#store.readEntries(this.#threadId, { before: Math.min(before, firstIndex), limit })
    const held = before > firstIndex ? entries.slice(0, before - firstIndex) : []
    return [...stored, ...held].slice(-limit)
  }

  dispose(): void {
    this.flush()
    this.#project()
    this.#isDisposed = true
  }

  /** How many there are by now, those that are still on their way aside. */
  get #entryCount(): number {
    return this.#transcript.firstIndex + this.#transcript.entries.length
  }

  #number(bodies: readonly ThreadEventBody[], at = Date.now()): ThreadEvent[] {
    this.#reachBack(bodies)
    const earlierCalls = earlierToolCalls(this.#transcript)
    let seq = this.#transcript.lastSeq
    return bodies.map(body => ({ ...markLate(body, earlierCalls), seq: ++seq, at }))
  }

  /** The thread goes on in memory where it cannot be stored now. */
  #save(events: readonly ThreadEvent[]): void {
    this.#unsaved.push(...events)
    if (this.#unsaved.length === 0)
      return
    const write = (): void => {
      if (this.#unsaved.length === 0)
        return // something that the person said took it along
      this.#store.appendEvents(this.#threadId, this.#unsaved, { durable: false })
      this.#unsaved = []
    }
    this.#writes.write({ threadId: this.#threadId, what: 'the log' }, write, () => estimateBytes(events))
  }

  #fold(events: ThreadEvent[]): void {
    if (events.length === 0)
      return
    this.#transcript = reduce(this.#transcript, events)
    const unprojected
      = this.#transcript.entries.length + this.#transcript.firstIndex - this.#projected.entries.length - this.#projected.firstIndex
    if (unprojected >= burstEvents || events.some(event => event.type === 'turnEnd'))
      this.#project()
    this.#publish(events)
  }

  /** Takes earlier entries into the window as far back as these updates change tool calls. */
  #reachBack(bodies: readonly ThreadEventBody[]): void {
    const { firstIndex } = this.#transcript
    const indexes
      = firstIndex === 0
        ? []
        : toolCallIdsIn(bodies)
            .flatMap(toolCallId => this.#store.findToolEntry(this.#threadId, toolCallId) ?? [])
            .filter(index => index >= (this.#transcript.head.sessionStart ?? 0))
    const from = Math.min(firstIndex, ...indexes)
    if (from === firstIndex)
      return
    const earlier = this.#store.readEntries(this.#threadId, { before: firstIndex, limit: firstIndex - from })
    this.#transcript = { ...this.#transcript, firstIndex: from, entries: [...earlier, ...this.#transcript.entries] }
    this.#projected = { ...this.#projected, firstIndex: from, entries: [...earlier, ...this.#projected.entries] }
  }

  /** Writes the entries that changed since the last time, and lets go of those that the window no longer needs. */
  #project(): void {
    if (this.#unsaved.length > 0)
      return // the log comes first: entries never stand for events that are not stored
    const { entries, firstIndex, head, lastSeq } = this.#transcript
    const offset = firstIndex - this.#projected.firstIndex
    const changed = entries.flatMap((entry, index) =>
      entry === this.#projected.entries[index + offset] ? [] : [{ index: firstIndex + index, entry }],
    )
    try {
      this.#store.project(this.#threadId, {
        entries: changed,
        head,
        projectedSeq: lastSeq,
        entryCount: firstIndex + entries.length,
        reducerVersion,
      })
    }
    catch (error) {
      // Entries can always be made again from the log.
      return this.#report(error, `storing entries of thread ${this.#threadId}`)
    }
    this.#transcript = this.#projected = trimmed(this.#transcript)
  }

  #readProjection(): Transcript {
    const thread = this.#store.readThread(this.#threadId)
    const head = this.#store.readHead(this.#threadId)
    if (!thread || !head || thread.reducerVersion !== reducerVersion) {
      this.#store.clearProjection(this.#threadId)
      return emptyTranscript
    }
    const limit = Math.max(windowEntries, thread.entryCount - head.turnStart)
    const entries = this.#store.readEntries(this.#threadId, { before: thread.entryCount, limit })
    return { lastSeq: thread.projectedSeq, firstIndex: thread.entryCount - entries.length, entries, head }
  }
}

function trimmed(transcript: Transcript): Transcript {
  const { entries, firstIndex, head } = transcript
  const keepFrom = Math.min(firstIndex + entries.length - windowEntries, head.turnStart)
  return keepFrom <= firstIndex ? transcript : { ...transcript, firstIndex: keepFrom, entries: entries.slice(keepFrom - firstIndex) }
}
