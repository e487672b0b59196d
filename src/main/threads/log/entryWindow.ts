import type { NoticeEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { reducerVersion } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript, type Entry, type Transcript } from '../../../shared/thread/transcript'

/** Entries kept in memory besides the last turn: about three screens. */
const windowEntries = 60
/** How far back the end of a turn is searched. */
const searchedEntries = 1_000

interface EntryWindowOptions {
  readonly threadId: string
  readonly store: ThreadStore
  readonly report: Report
}

/**
 * Keeps the end of a thread's transcript in memory and all of its entries in the store, so that long threads open at
 * once. Writes entries that changed.
 */
export class EntryWindow {
  readonly #options: EntryWindowOptions
  /** The stored entries, to find what changed. */
  #stored: Transcript

  constructor(options: EntryWindowOptions) {
    this.#options = options
    this.#stored = this.#read()
  }

  /** The end of the transcript as last stored. */
  get stored(): Transcript {
    return this.#stored
  }

  /** Writes changed entries. Returns the transcript without those that can leave memory. */
  store(transcript: Transcript): Transcript {
    const { threadId, store, report } = this.#options
    const { entries, firstIndex, head, lastSeq } = transcript
    const offset = firstIndex - this.#stored.firstIndex
    const changed = entries.flatMap((entry, index) =>
      entry === this.#stored.entries[index + offset] ? [] : [{ index: firstIndex + index, entry }],
    )
    try {
      store.project(threadId, { entries: changed, head, projectedSeq: lastSeq, entryCount: entryCount(transcript), reducerVersion })
    }
    catch (error) {
      report(error, `storing entries of thread ${threadId}`) // entries can be rebuilt from the log
      return transcript
    }
    this.#stored = trimmed(transcript)
    return this.#stored
  }

  /** Counts entries that are not stored yet. */
  countUnstored(transcript: Transcript): number {
    return entryCount(transcript) - entryCount(this.#stored)
  }

  /** Extends the transcript by earlier entries that these updates change: tool calls and ends of turns. */
  reachBack(transcript: Transcript, bodies: readonly ThreadEventBody[]): Transcript {
    const { threadId, store } = this.#options
    const { firstIndex, head } = transcript
    if (firstIndex === 0)
      return transcript
    const indexes = toolCallIdsIn(bodies)
      .flatMap(toolCallId => store.findToolEntry(threadId, toolCallId) ?? [])
      .filter(index => index >= (head.sessionStart ?? 0))
    const ends = summedTurnsIn(bodies).flatMap(promptId => this.#findTurnEnd(transcript, promptId) ?? [])
    const from = Math.min(firstIndex, ...indexes, ...ends)
    if (from === firstIndex)
      return transcript
    const earlier = store.readEntries(threadId, { before: firstIndex, limit: firstIndex - from })
    this.#stored = { ...this.#stored, firstIndex: from, entries: [...earlier, ...this.#stored.entries] }
    return { ...transcript, firstIndex: from, entries: [...earlier, ...transcript.entries] }
  }

  /** Reads at most `limit` entries before index `before`, oldest first. */
  readEntries({ firstIndex, entries }: Transcript, { before, limit }: { before: number, limit: number }): Entry[] {
    const { threadId, store } = this.#options
    const stored = store.readEntries(threadId, { before: Math.min(before, firstIndex), limit })
    const held = before > firstIndex ? entries.slice(0, before - firstIndex) : []
    return [...stored, ...held].slice(-limit)
  }

  /** Whether the thread already has this notice, however old. */
  hasNotice({ entries, firstIndex }: Transcript, { title, description }: Pick<NoticeEvent, 'title' | 'description'>): boolean {
    const { threadId, store } = this.#options
    const isHeld = entries.some(
      entry => entry.kind === 'notice' && entry.notice.title === title && entry.notice.description === description,
    )
    return isHeld || (firstIndex > 0 && store.hasNotice(threadId, { title, description }))
  }

  /**
   * Finds the end of a turn that has left memory: its changes may be summarized after the next, long turn has ended.
   */
  #findTurnEnd({ firstIndex, entries }: Transcript, promptId: string): number | undefined {
    const isEnd = (entry: Entry): boolean => entry.kind === 'turn-end' && entry.promptId === promptId
    if (entries.some(isEnd))
      return undefined
    const { threadId, store } = this.#options
    const earlier = store.readEntries(threadId, { before: firstIndex, limit: searchedEntries })
    const place = earlier.findLastIndex(isEnd)
    return place < 0 ? undefined : firstIndex - earlier.length + place
  }

  #read(): Transcript {
    const { threadId, store } = this.#options
    const thread = store.readThread(threadId)
    const head = store.readHead(threadId)
    if (!thread || !head || thread.reducerVersion !== reducerVersion) {
      store.clearProjection(threadId)
      return emptyTranscript
    }
    const limit = Math.max(windowEntries, thread.entryCount - head.turnStart)
    const entries = store.readEntries(threadId, { before: thread.entryCount, limit })
    return { lastSeq: thread.projectedSeq, firstIndex: thread.entryCount - entries.length, entries, head }
  }
}

/** Number of entries of the whole thread. */
export function entryCount({ firstIndex, entries }: Transcript): number {
  return firstIndex + entries.length
}

function trimmed(transcript: Transcript): Transcript {
  const { entries, firstIndex, head } = transcript
  const keepFrom = Math.min(entryCount(transcript) - windowEntries, head.turnStart)
  return keepFrom <= firstIndex ? transcript : { ...transcript, firstIndex: keepFrom, entries: entries.slice(keepFrom - firstIndex) }
}

/** Ids of the tool calls in these updates, without duplicates. */
function toolCallIdsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => toolCallIdOf(body) ?? []))]
}

/** Turns whose changes these events summarize, without duplicates. */
function summedTurnsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => body.type === 'turnChanges' ? [body.promptId] : []))]
}

/** Marks an update of an earlier turn's tool call as late, so that windows without that call ignore it. */
export function markLate(body: ThreadEventBody, earlierCalls: ReadonlySet<string>): ThreadEventBody {
  const toolCallId = toolCallIdOf(body)
  return body.type === 'update' && toolCallId !== undefined && earlierCalls.has(toolCallId) ? { ...body, late: true } : body
}

/** Tool calls of earlier turns of the present session that are in memory. */
export function earlierToolCalls({ entries, firstIndex, head }: Transcript): Set<string> {
  const earlier = entries.slice(Math.max(0, (head.sessionStart ?? 0) - firstIndex), Math.max(0, head.turnStart - firstIndex))
  return new Set(earlier.flatMap(entry => entry.kind === 'tool' ? [entry.call.toolCallId] : []))
}

function toolCallIdOf(body: ThreadEventBody): string | undefined {
  return body.type === 'update' && body.update.sessionUpdate === 'tool_call_update' ? body.update.toolCallId : undefined
}
