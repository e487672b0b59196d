import type { ThreadTerminals } from './requests/threadTerminals'
import type { ThreadConnection } from './session/threadConnection'
import type { ThreadStatus } from './threadStatus'
import { HostError } from '../../shared/errors'

/** The quiet times of a thread's agent: prompts that wait for its start, its sleep when nobody needs it, and the machine's. */
export class ThreadLife {
  readonly #status: ThreadStatus
  readonly #connection: ThreadConnection
  readonly #terminals: ThreadTerminals
  /** Prompts that wait for the agent's start. */
  readonly #waiting = new Set<(error: HostError) => void>()

  constructor({ status, connection, terminals }: { status: ThreadStatus, connection: ThreadConnection, terminals: ThreadTerminals }) {
    this.#status = status
    this.#connection = connection
    this.#terminals = terminals
  }

  /** Waits for `start` on behalf of a prompt; rejects when the prompt is taken back first. The start itself goes on. */
  async promptAfter<T>(start: Promise<T>): Promise<T> {
    let reject: (error: HostError) => void = () => undefined
    const takenBack = new Promise<never>((_, rejectWith) => reject = rejectWith)
    this.#waiting.add(reject)
    try {
      return await Promise.race([start, takenBack])
    }
    finally {
      this.#waiting.delete(reject)
    }
  }

  /** Stops the wait of every prompt that was not sent yet. */
  takeBack(): void {
    for (const reject of this.#waiting)
      reject(new HostError('taken_back', 'The message was taken back before the agent had started.'))
  }

  /** Lets an idle agent go, if it can come back with its session. Its process ends when no other thread uses it. */
  async sleep(): Promise<void> {
    const { activity, waiting } = this.#status.summary
    const isIdle = activity.state === 'ready' && waiting === 0 && this.#waiting.size === 0 && !this.#terminals.running.isAnyRunning
    if (!isIdle || !this.#connection.canComeBack)
      return
    this.#status.become({ type: 'slept' })
    await Promise.all([this.#connection.detach(), this.#terminals.running.endAll()])
  }

  /** The clock went on while the machine did not: that was no silence. */
  clockJumped(byMs: number): void {
    this.#status.become({ type: 'clockJumped', byMs })
  }
}
