import type { NoticeEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { reducerVersion } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript, type Entry, type Transcript } from '../../../shared/thread/transcript'

/** Entries kept in memory besides the last turn: about three screens. */
const windowEntries = 60
/** Number of entries searched for the end of a turn. */
const searchedEntries = 1_000

interface EntryWindowOptions {
  readonly threadId: string
  readonly store: ThreadStore
  readonly report: Report
}

/**
 * Keeps the end of a thread's transcript in memory and all of its entries in the store, so that long threads open
 * quickly. Writes changed entries.
 */
export class EntryWindow {
  readonly #options: EntryWindowOptions
  /** The transcript as last stored, to find changed entries. */
  #stored: Transcript

  constructor(options: EntryWindowOptions) {
    this.#options = options
    this.#stored = this.#read()
  }

  /** The end of the transcript as last stored. */
  get stored(): Transcript {
    return this.#stored
  }

  /** Writes changed entries. Returns the transcript without entries that can be evicted. */
  store(transcript: Transcript): Transcript {
    const { threadId, store, report } = this.#options
    const { entries, firstIndex, head, lastSeq } = transcript
    const offset = firstIndex - this.#stored.firstIndex
    const changed = entries.flatMap((entry, index) =>
      entry === this.#stored.entries[index + offset] ? [] : [{ index: firstIndex + index, entry }],
    )
    try {
      store.project(threadId, {
        entries: changed,
        head,
        projectedSeq: lastSeq,
        entryCount: countEntries(transcript),
        reducerVersion,
      })
    }
    catch (error) {
      report(error, `storing entries of thread ${threadId}`) // entries can be rebuilt from the log
      return transcript
    }
    this.#stored = trim(transcript)
    return this.#stored
  }

  /** Counts entries that are not stored yet. */
  countUnstored(transcript: Transcript): number {
    return countEntries(transcript) - countEntries(this.#stored)
  }

  /** Loads earlier entries that these events change, such as tool calls and turn ends, into the transcript. */
  loadAffected(transcript: Transcript, bodies: readonly ThreadEventBody[]): Transcript {
    const { threadId, store } = this.#options
    const { firstIndex, head } = transcript
    if (firstIndex === 0)
      return transcript
    const indexes = listToolCallIds(bodies)
      .flatMap(toolCallId => store.findToolEntry(threadId, toolCallId) ?? [])
      .filter(index => index >= (head.sessionStart ?? 0))
    const ends = listSummarizedTurns(bodies).flatMap(promptId => this.#findTurnEnd(transcript, promptId) ?? [])
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

  /** Whether the thread already has this notice, no matter how old. */
  hasNotice(
    { entries, firstIndex }: Transcript,
    { title, description }: Pick<NoticeEvent, 'title' | 'description'>,
  ): boolean {
    const { threadId, store } = this.#options
    const isHeld = entries.some(
      entry => entry.kind === 'notice' && entry.notice.title === title && entry.notice.description === description,
    )
    return isHeld || (firstIndex > 0 && store.hasNotice(threadId, { title, description }))
  }

  /** Finds the end of a turn that is no longer in memory. Its changes may be summarized during a long later turn. */
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

/** Counts the entries of the whole thread. */
export function countEntries({ firstIndex, entries }: Transcript): number {
  return firstIndex + entries.length
}

function trim(transcript: Transcript): Transcript {
  const { entries, firstIndex, head } = transcript
  const keepFrom = Math.min(countEntries(transcript) - windowEntries, head.turnStart)
  return keepFrom <= firstIndex
    ? transcript
    : { ...transcript, firstIndex: keepFrom, entries: entries.slice(keepFrom - firstIndex) }
}

/** Returns the ids of the tool calls in these events, without duplicates. */
function listToolCallIds(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => getToolCallId(body) ?? []))]
}

/** Returns the turns whose changes these events summarize, without duplicates. */
function listSummarizedTurns(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => body.type === 'turnChanges' ? [body.promptId] : []))]
}

/** Marks an update of an earlier turn's tool call as late, so that windows that haven't loaded the call ignore it. */
export function markLate(body: ThreadEventBody, earlierCalls: ReadonlySet<string>): ThreadEventBody {
  const toolCallId = getToolCallId(body)
  return body.type === 'update' && toolCallId !== undefined && earlierCalls.has(toolCallId)
    ? { ...body, late: true }
    : body
}

/** Returns the tool calls of the session's earlier turns that are in memory. */
export function findEarlierToolCalls({ entries, firstIndex, head }: Transcript): Set<string> {
  const earlier = entries.slice(
    Math.max(0, (head.sessionStart ?? 0) - firstIndex),
    Math.max(0, head.turnStart - firstIndex),
  )
  return new Set(earlier.flatMap(entry => entry.kind === 'tool' ? [entry.call.toolCallId] : []))
}

function getToolCallId(body: ThreadEventBody): string | undefined {
  return body.type === 'update' && body.update.sessionUpdate === 'tool_call_update' ? body.update.toolCallId : undefined
}
