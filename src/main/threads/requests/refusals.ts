import type { RefusedEvent } from '../../../shared/thread/deedEvents'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadPermissions } from '../permission/threadPermissions'
import { HostError } from '../../../shared/errors'

/**
 * An agent may try the same again and again, or look for files that no one has: what is above this in a turn is not
 * kept.
 */
const maxOfTurn = 200
const maxTarget = 4_096
/** ACP's "resource not found". */
const notFoundCode = -32002

/** Tells the person what Parley could not do for an agent and why: quietly, since the agent was told, too. */
export class Refusals {
  readonly #options: { readonly log: ThreadLog, readonly permissions: ThreadPermissions }
  #known = new Set<string>()
  #turnStart = -1

  constructor(options: { log: ThreadLog, permissions: ThreadPermissions }) {
    this.#options = options
  }

  /** Does what was asked for; where that is refused, keeps it with the reason. */
  async watch<T>(refused: Pick<RefusedEvent, 'request' | 'target'>, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    }
    catch (error) {
      // What the person or a rule decided is shown and kept as that decision.
      if (isAnswer(error) && !signal.aborted && !error.isDecided)
        this.#keep({ ...refused, target: refused.target.slice(0, maxTarget), why: error.message }, isMissing(error))
      throw error
    }
  }

  #keep(refused: Omit<RefusedEvent, 'type'>, isMissing: boolean): void {
    const { log, permissions } = this.#options
    const { turnStart } = log.transcript.head
    if (turnStart !== this.#turnStart) {
      this.#turnStart = turnStart
      this.#known = new Set()
    }
    const key = JSON.stringify(refused)
    if (this.#known.has(key) || this.#known.size >= maxOfTurn || !log.hasRoom())
      return
    this.#known.add(key)
    log.add({ type: 'refused', ...refused })
    // No one decided that there is no such file.
    if (!isMissing)
      permissions.keepRefusal(refused)
  }
}

/** An error whose words the agent gets: one with a number of JSON-RPC's, or a `HostError`. */
function isAnswer(error: unknown): error is Error & { readonly isDecided?: boolean } {
  return error instanceof HostError || (error instanceof Error && 'code' in error && typeof error.code === 'number')
}

/** What was asked for is not there. */
function isMissing(error: Error): boolean {
  return 'code' in error && error.code === notFoundCode
}
