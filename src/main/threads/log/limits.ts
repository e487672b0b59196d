import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { NoticeEvent, ThreadEventBody, UpdateEvent } from '../../../shared/thread/events'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { type ReachedLimits, trimParts, trimUpdate } from './trimUpdate'

/**
 * Limits on what an agent may add to a thread, far above normal use. Reaching one shows a notice. `trimUpdate` limits
 * a single update, `agents/wire` what a connection holds.
 */
export const agentLimits = {
  /** Entries and bytes from one prompt to the next. A replayed session counts as one turn. */
  turnEntries: 20_000,
  turnBytes: 256 * 1024 * 1024,
  threadEntries: 200_000,
  /** Size of a question, more than anyone reads. */
  questionBytes: 4 * 1024 * 1024,
  /** A command with its arguments and variables. Operating systems reject longer ones. */
  commandBytes: 256 * 1024,
} as const

/** Limits on the growth of a turn and of a thread. */
type GrowthLimits = Readonly<Record<'turnEntries' | 'turnBytes' | 'threadEntries', number>>

/** Overhead of an ordinary text chunk. */
const chunkFrameBytes = 1_500

/**
 * Keeps a thread within the limits: trims large updates, and admits no more when a turn or the thread is full. Shows
 * one notice per limit; for limits of a turn, one per turn.
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

  /** Whether a limit is reached. The agent can then neither send nor request more. */
  isFull(entryCount: number): boolean {
    return (
      entryCount >= this.#limits.threadEntries
      || entryCount - this.#turnStart >= this.#limits.turnEntries
      || this.#turnBytes >= this.#limits.turnBytes
    )
  }

  /** Counts an event of the person or of Parley; these are always admitted. A prompt begins a new turn. */
  count(body: ThreadEventBody, entryCount: number): void {
    if (body.type === 'prompt') {
      this.#turnStart = entryCount
      this.#turnBytes = 0
      this.#isFullAnnounced = false
    }
    this.#turnBytes += estimateBytes(body)
  }

  /** Returns what to log for this event: the trimmed event, if any, and notices. */
  admit(
    body: ThreadEventBody,
    { bytes, entryCount }: { bytes?: number | undefined, entryCount: number },
  ): ThreadEventBody[] {
    if (body.type !== 'update' && body.type !== 'session' && body.type !== 'terminalStart') {
      this.count(body, entryCount)
      return [body]
    }
    // The person starts sessions, and Parley's own commands were admitted before they started.
    const isFromAgent = body.type === 'update' || (body.type === 'terminalStart' && body.source === 'agent')
    if (isFromAgent && this.isFull(entryCount))
      return this.createFullNotice(entryCount)
    const reached: ReachedLimits = new Set()
    const kept = body.type === 'update'
      ? this.#trimUpdate(body, bytes ?? estimateBytes(body.update), reached)
      : trimParts<ThreadEventBody>(body, reached)
    return [...kept ? [kept] : [], ...this.#trimNotices(reached)]
  }

  /** Returns a notice that the thread is full, once per turn. */
  createFullNotice(entryCount: number): NoticeEvent[] {
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
    this.#turnBytes += estimateJoinedBytes(body.update, bytes)
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

/** Estimates an update's size in memory. Adjacent texts are joined, so their overhead is not counted. */
function estimateJoinedBytes(update: SessionUpdate, bytes: number): number {
  // An unknown kind of update can contain anything.
  const content = 'content' in update && typeof update.content === 'object' ? update.content : undefined
  const text = content && 'text' in content && typeof content.text === 'string' ? content.text.length : undefined
  return text !== undefined && bytes - text < chunkFrameBytes ? text + 100 : bytes
}
