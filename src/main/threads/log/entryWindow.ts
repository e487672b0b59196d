import type { NoticeEvent, ThreadEventBody } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { reducerVersion } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript, type Entry, type Transcript } from '../../../shared/thread/transcript'

/** Entries that stay in memory besides the whole last turn: about three screens. */
const windowEntries = 60
/** How far back the end of a turn is looked for. */
const searchedEntries = 1_000

interface EntryWindowOptions {
  readonly threadId: string
  readonly store: ThreadStore
  readonly report: Report
}

/**
 * Keeps the end of a thread's transcript in memory and all of its entries in the store, so that a long thread opens at
 * once. It knows which entries the store has, and writes those that changed.
 */
export class EntryWindow {
  readonly #options: EntryWindowOptions
  /** The entries as they are in the store, to find what changed. */
  #stored: Transcript

  constructor(options: EntryWindowOptions) {
    this.#options = options
    this.#stored = this.#read()
  }

  /** The end of the transcript as it was last stored. */
  get stored(): Transcript {
    return this.#stored
  }

  /**
   * Writes the entries that changed since the last time; answers the transcript without those that no longer need to be
   * in memory.
   */
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
      report(error, `storing entries of thread ${threadId}`) // entries can always be made again from the log
      return transcript
    }
    this.#stored = trimmed(transcript)
    return this.#stored
  }

  /** How many entries the transcript has that the store does not. */
  countUnstored(transcript: Transcript): number {
    return entryCount(transcript) - entryCount(this.#stored)
  }

  /**
   * The transcript with earlier entries read back, as far as these updates change tool calls or ends of turns in them.
   */
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

  /** At most `limit` entries before index `before`, oldest first. */
  readEntries({ firstIndex, entries }: Transcript, { before, limit }: { before: number, limit: number }): Entry[] {
    const { threadId, store } = this.#options
    const stored = store.readEntries(threadId, { before: Math.min(before, firstIndex), limit })
    const held = before > firstIndex ? entries.slice(0, before - firstIndex) : []
    return [...stored, ...held].slice(-limit)
  }

  /** Whether the thread shows this notice, however long ago it came. */
  hasNotice({ entries, firstIndex }: Transcript, { title, description }: Pick<NoticeEvent, 'title' | 'description'>): boolean {
    const { threadId, store } = this.#options
    const isHeld = entries.some(
      entry => entry.kind === 'notice' && entry.notice.title === title && entry.notice.description === description,
    )
    return isHeld || (firstIndex > 0 && store.hasNotice(threadId, { title, description }))
  }

  /**
   * Where a turn ended that is no longer in memory: its changes may be summed up while the next one, a long one, has
   * ended already.
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

/** How many entries the whole thread has. */
export function entryCount({ firstIndex, entries }: Transcript): number {
  return firstIndex + entries.length
}

function trimmed(transcript: Transcript): Transcript {
  const { entries, firstIndex, head } = transcript
  const keepFrom = Math.min(entryCount(transcript) - windowEntries, head.turnStart)
  return keepFrom <= firstIndex ? transcript : { ...transcript, firstIndex: keepFrom, entries: entries.slice(keepFrom - firstIndex) }
}

/** The tool calls that these updates speak of, each once. */
function toolCallIdsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => toolCallIdOf(body) ?? []))]
}

/** The turns whose changes these tell, each once. */
function summedTurnsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => body.type === 'turnChanges' ? [body.promptId] : []))]
}

/**
 * Says of an update for a tool call of an earlier turn that it comes late: a window that does not hold the call leaves
 * it alone.
 */
export function markLate(body: ThreadEventBody, earlierCalls: ReadonlySet<string>): ThreadEventBody {
  const toolCallId = toolCallIdOf(body)
  return body.type === 'update' && toolCallId !== undefined && earlierCalls.has(toolCallId) ? { ...body, late: true } : body
}

/** The tool calls of earlier turns of the present session that the window holds. */
export function earlierToolCalls({ entries, firstIndex, head }: Transcript): Set<string> {
  const earlier = entries.slice(Math.max(0, (head.sessionStart ?? 0) - firstIndex), Math.max(0, head.turnStart - firstIndex))
  return new Set(earlier.flatMap(entry => entry.kind === 'tool' ? [entry.call.toolCallId] : []))
}

function toolCallIdOf(body: ThreadEventBody): string | undefined {
  return body.type === 'update' && body.update.sessionUpdate === 'tool_call_update' ? body.update.toolCallId : undefined
}
