import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { NoticeEvent, ThreadEventBody, UpdateEvent } from '../../../shared/thread/events'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { type ReachedLimits, trimParts, trimUpdate } from './trimUpdate'

/**
 * How far an agent can make a thread grow: far above anything honest. Where one of these is reached, the thread says
 * so. `trimUpdate` limits a single update, and `agents/wire` what an agent can make its connection hold.
 */
export const agentLimits = {
  /** Entries and bytes in memory from one prompt to the next; a replayed session counts as one turn. */
  turnEntries: 20_000,
  turnBytes: 256 * 1024 * 1024,
  threadEntries: 200_000,
  /** What a question shows: more than a person can read. */
  questionBytes: 4 * 1024 * 1024,
  /** A command with its arguments and variables: systems accept no longer ones. */
  commandBytes: 256 * 1024,
} as const

/** How much a turn, and a thread, may grow. */
type GrowthLimits = Readonly<Record<'turnEntries' | 'turnBytes' | 'threadEntries', number>>

/** A text chunk without anything special takes no more than this beside its text. */
const chunkFrameBytes = 1_500

/**
 * Keeps a thread within the limits: cuts updates that are too large, and admits nothing more when a turn or the thread
 * is full. The thread says once that a limit was reached, or once a turn for the limits of a turn.
 */
export class LogLimits {
  readonly #limits: GrowthLimits
  readonly #announced = new Set<string>()
  #turnStart: number
  #turnBytes = 0
  #isFullAnnounced = false

  constructor(entryCount: number, limits: GrowthLimits = agentLimits) {
    this.#turnStart = entryCount
    this.#limits = limits
  }

  /** Whether the agent may send no more, and ask for no more. */
  isFull(entryCount: number): boolean {
    return (
      entryCount >= this.#limits.threadEntries
      || entryCount - this.#turnStart >= this.#limits.turnEntries
      || this.#turnBytes >= this.#limits.turnBytes
    )
  }

  /**
   * Counts what a person said, and what Parley asked and did: it is always admitted, but it fills the turn, or begins a
   * new one.
   */
  count(body: ThreadEventBody, entryCount: number): void {
    if (body.type === 'prompt') {
      this.#turnStart = entryCount
      this.#turnBytes = 0
      this.#isFullAnnounced = false
    }
    this.#turnBytes += estimateBytes(body)
  }

  /** What goes into the log for this event: as much of it as is kept, and notices about the rest. */
  admit(body: ThreadEventBody, { bytes, entryCount }: { bytes?: number | undefined, entryCount: number }): ThreadEventBody[] {
    if (body.type !== 'update' && body.type !== 'session' && body.type !== 'terminalStart') {
      this.count(body, entryCount)
      return [body]
    }
    // A session begins because the person wants it, and Parley's own commands were admitted before they were started.
    const isFromAgent = body.type === 'update' || (body.type === 'terminalStart' && body.source === 'agent')
    if (isFromAgent && this.isFull(entryCount))
      return this.fullNotice(entryCount)
    const reached: ReachedLimits = new Set()
    const kept = body.type === 'update'
      ? this.#trimUpdate(body, bytes ?? estimateBytes(body.update), reached)
      : trimParts<ThreadEventBody>(body, reached)
    return [...kept ? [kept] : [], ...this.#trimNotices(reached)]
  }

  /** Says that the thread takes no more, once a turn. */
  fullNotice(entryCount: number): NoticeEvent[] {
    if (this.#isFullAnnounced)
      return []
    this.#isFullAnnounced = true
    const { threadEntries, turnEntries, turnBytes } = this.#limits
    const [title, description] = entryCount >= threadEntries
      ? [
          'This thread is full',
          `Parley keeps ${threadEntries.toLocaleString('en')} entries in a thread. What the agent sends from here on is not kept, `
          + 'and what it asks for is refused. Continue in a new thread.',
        ]
      : [
          'The agent sent more than Parley keeps of one turn',
          `That is ${turnEntries.toLocaleString('en')} entries or ${Math.round(turnBytes / 1024 / 1024)} MB. `
          + 'What it sends until your next message is not kept, and what it asks for is refused. Stop it if it does not end.',
        ]
    return [{ type: 'notice', severity: 'error', title, description }]
  }

  #trimUpdate(body: UpdateEvent, bytes: number, reached: ReachedLimits): UpdateEvent | undefined {
    this.#turnBytes += joinedBytes(body.update, bytes)
    const update = trimUpdate(body.update, bytes, reached)
    return update && (update === body.update ? body : { ...body, update })
  }

  #trimNotices(reached: ReachedLimits): NoticeEvent[] {
    return [...reached].filter(what => !this.#announced.has(what)).map((what) => {
      this.#announced.add(what)
      return {
        type: 'notice',
        severity: 'warning',
        title: 'The agent sent more than Parley keeps, and the rest was left out',
        description: `Parley keeps ${what}.`,
      }
    })
  }
}

/** Adjacent texts are joined, so what surrounds each of them takes no memory. */
function joinedBytes(update: SessionUpdate, bytes: number): number {
  // The content of an unknown kind of update is anything.
  const content = 'content' in update && typeof update.content === 'object' ? update.content : undefined
  const text = content && 'text' in content && typeof content.text === 'string' ? content.text.length : undefined
  return text !== undefined && bytes - text < chunkFrameBytes ? text + 100 : bytes
}
