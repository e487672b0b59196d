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
  /** What the person chose and the agent does not have now. */
  readonly lost: () => readonly LostChoice[]
  /** By what the agent would act without asking, though the person did not choose it. */
  readonly unasked: () => readonly UnaskedStart[]
  /** Sets the choices once more. */
  readonly setAgain: () => Promise<void>
  /** What the agent has instead is the person's choice from now on. */
  readonly accept: (lost: readonly LostChoice[]) => void
}

/**
 * The first prompt of every session passes here. While the agent has not what the person chose, or would act without
 * asking by its own choice, it is held, until that is mended or the person says how to continue.
 */
export class ChoiceGate {
  readonly #options: ChoiceGateOptions
  readonly #waiting = new Set<Waiting>()

  constructor(options: ChoiceGateOptions) {
    this.#options = options
  }

  /** Resolves when a prompt may go. Rejects with `taken_back` when the person declines, or the agent is gone. */
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
      await this.#options.setAgain()
    this.recheck()
  }

  /** The person takes what they were shown. If the agent stands otherwise by now, that is shown instead. */
  accept(shown: readonly LostChoice[]): void {
    const lost = this.#options.lost()
    if (JSON.stringify(lost.map(standing)) !== JSON.stringify(shown.map(standing))) {
      this.recheck()
      throw new HostError('invalid_params', 'The agent has changed what it is set to. Look at it once more.')
    }
    this.#options.accept(lost)
    this.recheck()
  }

  /** What the agent has, or what the person chose, may have changed. */
  recheck(): void {
    if (this.#waiting.size === 0)
      return
    const reasons = this.#reasons()
    if (reasons)
      return this.#options.status.dispatch(reasons)
    this.#options.status.dispatch({ type: 'settled' })
    this.#settle(({ resolve }) => resolve())
  }

  /** Sends none of the prompts that wait. */
  decline(): void {
    if (this.#waiting.size === 0)
      return
    this.#options.status.dispatch({ type: 'settled' })
    this.#settle(({ reject }) => reject(new HostError('taken_back', 'The message was not sent: the agent is not set as you chose.')))
  }

  #reasons(): Extract<ActivityEvent, { type: 'choicesLost' }> | undefined {
    const lost = this.#options.lost()
    // What was chosen may be what keeps the agent asking.
    const unasked = lost.length > 0 ? [] : this.#options.unasked()
    return lost.length + unasked.length > 0 ? { type: 'choicesLost', lost, unasked } : undefined
  }

  #settle(answer: (waiting: Waiting) => void): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    waiting.forEach(answer)
  }
}

function standing({ configId, now }: LostChoice): unknown {
  return [configId ?? '', now?.value ?? null]
}
