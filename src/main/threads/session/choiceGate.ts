import type { LostChoice, UnaskedStart } from '../../../shared/thread/heldPrompt'
import type { ActivityEvent } from '../activity'
import type { ThreadStatus } from '../threadStatus'
import { HostError } from '../../../shared/errors'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface ChoiceGateOptions {
  readonly status: ThreadStatus
  /** Returns the person's choices that the agent lacks. */
  readonly lost: () => readonly LostChoice[]
  /** Returns settings by which the agent would act without asking and that the person did not choose. */
  readonly unasked: () => readonly UnaskedStart[]
  /** Applies the choices again. */
  readonly reapply: () => Promise<void>
  /** Makes the agent's current values the person's choices. */
  readonly accept: (lost: readonly LostChoice[]) => void
}

/**
 * Holds the first prompt of every session while the agent lacks the person's choices, or would act without asking
 * although the person did not choose that, until this is fixed or the person decides how to continue.
 */
export class ChoiceGate {
  readonly #options: ChoiceGateOptions
  readonly #waiting = new Set<Waiting>()

  constructor(options: ChoiceGateOptions) {
    this.#options = options
  }

  /** Resolves when a prompt may be sent. Rejects with `taken_back` if the person declines or the agent exits. */
  async pass(): Promise<void> {
    const reasons = this.#reasons()
    if (!reasons)
      return
    return new Promise((resolve, reject) => {
      this.#waiting.add({ resolve, reject })
      this.#options.status.dispatch(reasons)
    })
  }

  async retry(): Promise<void> {
    if (this.#waiting.size > 0)
      await this.#options.reapply()
    this.recheck()
  }

  /** Accepts the shown values. If the agent's values have changed since, shows those instead. */
  accept(shown: readonly LostChoice[]): void {
    const lost = this.#options.lost()
    if (JSON.stringify(lost.map(toComparable)) !== JSON.stringify(shown.map(toComparable))) {
      this.recheck()
      throw new HostError('invalid_params', 'The agent has changed what it is set to. Look at it once more.')
    }
    this.#options.accept(lost)
    this.recheck()
  }

  /** Rechecks after changes of the agent's values or the person's choices. */
  recheck(): void {
    if (this.#waiting.size === 0)
      return
    const reasons = this.#reasons()
    if (reasons)
      return this.#options.status.dispatch(reasons)
    this.#options.status.dispatch({ type: 'settled' })
    this.#settle(({ resolve }) => resolve())
  }

  /** Rejects the waiting prompts. */
  decline(): void {
    if (this.#waiting.size === 0)
      return
    this.#options.status.dispatch({ type: 'settled' })
    this.#settle(({ reject }) =>
      reject(new HostError('taken_back', 'The message was not sent: the agent is not set as you chose.')),
    )
  }

  #reasons(): Extract<ActivityEvent, { type: 'choicesLost' }> | undefined {
    const lost = this.#options.lost()
    // Restoring the lost choices may make the agent ask.
    const unasked = lost.length > 0 ? [] : this.#options.unasked()
    return lost.length + unasked.length > 0 ? { type: 'choicesLost', lost, unasked } : undefined
  }

  #settle(answer: (waiting: Waiting) => void): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    waiting.forEach(answer)
  }
}

function toComparable({ configId, now }: LostChoice): unknown {
  return [configId ?? '', now?.value ?? null]
}
