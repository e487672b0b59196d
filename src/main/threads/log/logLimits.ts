import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { NoticeEvent, ThreadEventBody, UpdateEvent } from '../../../shared/thread/events'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { agentLimits } from './agentLimits'
import { limitParts, type Reached } from './limitParts'
import { limitUpdate } from './limitUpdate'

/** How much a turn, and a thread, may grow. */
export type Room = Readonly<Record<'turnEntries' | 'turnBytes' | 'threadEntries', number>>

/** A text chunk without anything special weighs no more than this beside its text. */
const chunkFrameBytes = 1_500

/**
 * Keeps a thread within the limits of what an agent may make of it: cuts what is too large, and lets nothing more in when a turn or
 * the thread is full. Each limit that is reached is told once, that of a turn once a turn.
 */
export class LogLimits {
  readonly #room: Room
  readonly #told = new Set<string>()
  #turnStart: number
  #turnBytes = 0
  #isFullTold = false

  constructor(entryCount: number, room: Room = agentLimits) {
    this.#turnStart = entryCount
    this.#room = room
  }

  /** Whether the agent may send no more, and ask no more. */
  isFull(entryCount: number): boolean {
    return (
      entryCount >= this.#room.threadEntries
      || entryCount - this.#turnStart >= this.#room.turnEntries
      || this.#turnBytes >= this.#room.turnBytes
    )
  }

  /** Of what a person said, and Parley asked and did: it always has room, but it fills the turn, or begins a new one. */
  count(body: ThreadEventBody, entryCount: number): void {
    if (body.type === 'prompt') {
      this.#turnStart = entryCount
      this.#turnBytes = 0
      this.#isFullTold = false
    }
    this.#turnBytes += estimateBytes(body)
  }

  /** What goes into the log of an event: it or what is kept of it, and what the thread should say about the rest. */
  admit(body: ThreadEventBody, { weight, entryCount }: { weight?: number | undefined, entryCount: number }): ThreadEventBody[] {
    if (body.type !== 'update' && body.type !== 'session' && body.type !== 'terminalStart') {
      this.count(body, entryCount)
      return [body]
    }
    // A session begins because the person wants it, and commands of Parley's own were let in before they were started.
    const isAgents = body.type === 'update' || body.type === 'terminalStart' && body.source === 'agent'
    if (isAgents && this.isFull(entryCount))
      return this.fullNotice(entryCount)
    const reached: Reached = new Set()
    const kept
      = body.type === 'update' ? this.#cutUpdate(body, weight ?? estimateBytes(body.update), reached) : limitParts<ThreadEventBody>(body, reached)
    return [...kept ? [kept] : [], ...this.#cutNotices(reached)]
  }

  /** Says that the thread takes no more, once a turn. */
  fullNotice(entryCount: number): NoticeEvent[] {
    if (this.#isFullTold)
      return []
    this.#isFullTold = true
    const { threadEntries, turnEntries, turnBytes } = this.#room
    return [
      entryCount >= threadEntries
        ? {
            type: 'notice',
            severity: 'error',
            title: 'This thread is full',
            description: `Parley keeps ${threadEntries.toLocaleString('en')} entries in a thread. What the agent sends from here on is not kept, and what it asks for is refused. Go on in a new thread.`,
          }
        : {
            type: 'notice',
            severity: 'error',
            title: 'The agent sent more than Parley keeps of one turn',
            description: `That is ${turnEntries.toLocaleString('en')} entries or ${Math.round(turnBytes / 1024 / 1024)} MB. What it sends until your next message is not kept, and what it asks for is refused. Stop it if it goes on.`,
          },
    ]
  }

  #cutUpdate(body: UpdateEvent, weight: number, reached: Reached): UpdateEvent | undefined {
    this.#turnBytes += joinedWeight(body.update, weight)
    const update = limitUpdate(body.update, weight, reached)
    return update && (update === body.update ? body : { ...body, update })
  }

  #cutNotices(reached: Reached): NoticeEvent[] {
    return [...reached].filter(what => !this.#told.has(what)).map((what) => {
      this.#told.add(what)
      return {
        type: 'notice',
        severity: 'warning',
        title: 'The agent sent more than Parley keeps, and the rest was left out',
        description: `Parley keeps ${what}.`,
      }
    })
  }
}

/** Adjacent texts are joined, so what stands around each of them weighs nothing. */
function joinedWeight(update: SessionUpdate, weight: number): number {
  const text = 'content' in update && update.content && 'text' in update.content ? update.content.text.length : undefined
  return text !== undefined && weight - text < chunkFrameBytes ? text + 100 : weight
}
