import type { RefusedEvent } from '../../../shared/thread/deedEvents'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadPermissions } from '../permission/threadPermissions'
import { HostError } from '../../../shared/errors'

/** Refusals kept per turn, because an agent may retry or probe for files. */
const maxPerTurn = 200
const maxTarget = 4_096
/** ACP's "resource not found". */
const notFoundCode = -32002

/** Shows failed requests of an agent with the reason. Unobtrusive, because the agent gets the error too. */
export class Refusals {
  readonly #options: { readonly log: ThreadLog, readonly permissions: ThreadPermissions }
  #known = new Set<string>()
  #turnStart = -1

  constructor(options: { log: ThreadLog, permissions: ThreadPermissions }) {
    this.#options = options
  }

  /** Runs `work` for a request. If that fails, records the request with the reason. */
  async track<T>(
    refused: Pick<RefusedEvent, 'request' | 'target'>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work()
    }
    catch (error) {
      // Decisions by the person or a rule are already shown and recorded.
      if (isReported(error) && !signal.aborted && !error.isDecided)
        this.#record({ ...refused, target: refused.target.slice(0, maxTarget), why: error.message }, isMissing(error))
      throw error
    }
  }

  #record(refused: Omit<RefusedEvent, 'type'>, isMissing: boolean): void {
    const { log, permissions } = this.#options
    const { turnStart } = log.transcript.head
    if (turnStart !== this.#turnStart) {
      this.#turnStart = turnStart
      this.#known = new Set()
    }
    const key = JSON.stringify(refused)
    if (this.#known.has(key) || this.#known.size >= maxPerTurn || !log.hasRoom())
      return
    this.#known.add(key)
    log.add({ type: 'refused', ...refused })
    // A missing file is not a decision.
    if (!isMissing)
      permissions.decisions.addRefusal(refused)
  }
}

/** Whether the error is reported to the agent: it has a JSON-RPC code or is a `HostError`. */
function isReported(error: unknown): error is Error & { readonly isDecided?: boolean } {
  return error instanceof HostError || (error instanceof Error && 'code' in error && typeof error.code === 'number')
}

/** Whether the requested resource is missing. */
function isMissing(error: Error): boolean {
  return 'code' in error && error.code === notFoundCode
}
