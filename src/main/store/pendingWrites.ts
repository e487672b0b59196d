import type { Report } from '../system/report'
import { messageOf } from '../../shared/errors'

/** While the disk refuses writes they are tried again this often. */
const retryMs = 1000
/** Hours of an agent that talks, seconds of one that floods; memory holds it two or three times. */
const maxWaitingBytes = 32 * 1024 * 1024
const agentsWait = 'Agents are not heard meanwhile: too much of what they said waits already.'

/** Whose write it is, and what it writes: a later one of both takes the place of an earlier. */
export interface WriteName {
  readonly threadId: string
  readonly what: string
}

interface PendingWrite extends WriteName {
  readonly write: () => void
  readonly bytes: number
}

/**
 * Writes that the disk may refuse for now: a full disk must end neither a turn nor Parley. Each is tried again until it is taken, and the
 * person
 * is told meanwhile; where too much waits, agents are not heard for as long. What a person says or decides does not come here: that is
 * stored at once or refused.
 */
export class PendingWrites {
  readonly #onTrouble: (words: string | undefined) => void
  readonly #holdAgents: () => () => void
  readonly #report: Report
  readonly #writes = new Map<string, PendingWrite>()
  #letAgentsGoOn: (() => void) | undefined
  #words: string | undefined
  #told: string | undefined
  #timer: NodeJS.Timeout | undefined

  /**
   * `onTrouble` gets what is wrong, in words for a person, and `undefined` when all is stored again. `holdAgents` stops hearing them until
   * what it returns is called.
   */
  constructor({
    onTrouble,
    holdAgents,
    report,
  }: {
    onTrouble: (words: string | undefined) => void
    holdAgents: () => () => void
    report: Report
  }) {
    this.#onTrouble = onTrouble
    this.#holdAgents = holdAgents
    this.#report = report
  }

  /** What is wrong while something waits. */
  get trouble(): string | undefined {
    return this.#words !== undefined && this.#letAgentsGoOn ? `${this.#words} ${agentsWait}` : this.#words
  }

  /**
   * Writes now, or else later. While one of its name waits already, the disk is not asked more often than for that. `addedBytes` is how
   * much more
   * memory that takes, asked only where it has to wait.
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
    this.#settle()
  }

  /** Tries all that waits; the disk may have room again. */
  retry(): void {
    for (const key of [...this.#writes.keys()])
      this.#try(key)
    this.#settle()
  }

  /** Lets go of what waits for a thread that is deleted. */
  forget(threadId: string): void {
    for (const [key, pending] of this.#writes) {
      if (pending.threadId === threadId)
        this.#writes.delete(key)
    }
    this.#settle()
  }

  /** Tries a last time. */
  dispose(): void {
    this.retry()
    for (const { threadId, what } of this.#writes.values())
      this.#report(new Error('It was never stored, and is lost'), `storing ${what} of thread ${threadId}`)
    this.#writes.clear()
    this.#settle()
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
      // once: it goes on like this each second
      if (this.#words === undefined)
        this.#report(error, `storing ${pending.what} of thread ${pending.threadId}`)
      this.#words = messageOf(error)
    }
  }

  /** Sees to the next try, and tells what has changed. */
  #settle(): void {
    const waitingBytes = [...this.#writes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    if (waitingBytes > maxWaitingBytes) {
      this.#letAgentsGoOn ??= this.#holdAgents()
    }
    else if (this.#letAgentsGoOn) {
      this.#letAgentsGoOn()
      this.#letAgentsGoOn = undefined
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
    if (this.trouble !== this.#told)
      this.#onTrouble((this.#told = this.trouble))
  }
}
