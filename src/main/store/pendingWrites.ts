import type { Report } from '../system/report'
import { errorMessage } from '../../shared/errors'

/** Interval for retrying failed writes. */
const retryMs = 1000
/** Hours of normal output, or seconds of a flood. It takes two to three times this size in memory. */
const maxWaitingBytes = 32 * 1024 * 1024
const agentsPausedText = 'Agents are paused meanwhile: too many of their messages wait already.'

/** The thread, and the part of it that is written. A later write replaces an earlier one with the same name. */
interface WriteName {
  readonly threadId: string
  readonly what: string
}

interface PendingWrite extends WriteName {
  readonly write: () => void
  readonly bytes: number
}

interface PendingWritesOptions {
  /** Called with the problem as shown to the person, or `undefined` once everything is stored. */
  readonly onTrouble: (words: string | undefined) => void
  /** Pauses agents until the returned function is called. */
  readonly holdAgents: () => () => void
  readonly report: Report
}

/**
 * Retries failed writes, so that a full disk ends neither a turn nor Parley. Each is retried until it succeeds, while
 * windows show the problem. If too much is pending, agents are paused. Prompts and decisions of the person are not
 * retried here: they are stored immediately or fail.
 */
export class PendingWrites {
  readonly #options: PendingWritesOptions
  readonly #writes = new Map<string, PendingWrite>()
  #resumeAgents: (() => void) | undefined
  #words: string | undefined
  #emitted: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: PendingWritesOptions) {
    this.#options = options
  }

  /** The problem, while writes are pending. */
  get trouble(): string | undefined {
    return this.#words !== undefined && this.#resumeAgents ? `${this.#words} ${agentsPausedText}` : this.#words
  }

  /**
   * Writes now, or later if that fails. While a write with that name is pending, replaces it without another attempt.
   * `addedBytes` returns the additional memory needed while pending; called only if necessary.
   */
  write(name: WriteName, write: () => void, addedBytes = () => 0): void {
    const key = JSON.stringify([name.threadId, name.what])
    const earlier = this.#writes.get(key)
    const pending = { ...name, write, bytes: earlier?.bytes ?? 0 }
    this.#writes.set(key, pending)
    if (!earlier)
      this.#try(key)
    if (this.#writes.has(key))
      this.#writes.set(key, { ...pending, bytes: pending.bytes + addedBytes() })
    this.#scheduleRetry()
  }

  /** Tries all pending writes, because the disk may have room again. */
  retry(): void {
    for (const key of [...this.#writes.keys()])
      this.#try(key)
    this.#scheduleRetry()
  }

  /** Drops the pending writes of a deleted thread. */
  forget(threadId: string): void {
    for (const [key, pending] of this.#writes) {
      if (pending.threadId === threadId)
        this.#writes.delete(key)
    }
    this.#scheduleRetry()
  }

  /** Tries the pending writes one last time. */
  dispose(): void {
    this.retry()
    for (const { threadId, what } of this.#writes.values())
      this.#options.report(new Error('It couldn’t be stored and is lost'), `storing ${what} of thread ${threadId}`)
    this.#writes.clear()
    this.#scheduleRetry()
  }

  #try(key: string): void {
    const pending = this.#writes.get(key)
    if (!pending)
      return
    try {
      pending.write()
      this.#writes.delete(key)
    }
    catch (error) {
      // Only the first time, not on every retry.
      if (this.#words === undefined)
        this.#options.report(error, `storing ${pending.what} of thread ${pending.threadId}`)
      this.#words = errorMessage(error)
    }
  }

  /** Schedules the next attempt and reports a changed problem. */
  #scheduleRetry(): void {
    const waitingBytes = [...this.#writes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    if (waitingBytes > maxWaitingBytes) {
      this.#resumeAgents ??= this.#options.holdAgents()
    }
    else if (this.#resumeAgents) {
      this.#resumeAgents()
      this.#resumeAgents = undefined
    }
    if (this.#writes.size === 0) {
      clearTimeout(this.#timer)
      this.#timer = this.#words = undefined
    }
    else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.retry()
      }, retryMs)
    }
    if (this.trouble !== this.#emitted)
      this.#options.onTrouble((this.#emitted = this.trouble))
  }
}
