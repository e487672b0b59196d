import type { SignInRefusal } from '../../store/tables/agentSignInTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { Listeners } from '../../../shared/listeners'

/**
 * Which agents wanted a sign-in when they last ran, so that the list can say so before they run again. Kept across
 * restarts.
 */
export class AgentSignIns {
  readonly #store: ThreadStore
  readonly #changes = new Listeners<void>()
  readonly #report: Report
  readonly #refusals: Map<string, SignInRefusal>

  constructor({ store, report }: { store: ThreadStore, report: Report }) {
    this.#store = store
    this.#report = report
    this.#refusals = store.listAgentSignIns()
  }

  /** Calls `listener` when the agents that want a sign-in have changed; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    return this.#changes.add(listener)
  }

  isNeeded(agentId: string): boolean {
    return this.#refusals.has(agentId)
  }

  /** The agent refused a session or a prompt for lack of a sign-in. */
  refused(agentId: string, refusal: SignInRefusal): void {
    // An agent that refuses sessions refuses prompts too; whichever works again first shows which it was.
    if (this.#refusals.get(agentId) !== refusal)
      this.#change(agentId, refusal)
  }

  /**
   * The agent opened a session. That clears a refused session, but not a refused prompt, as some agents open sessions
   * without a sign-in.
   */
  opened(agentId: string): void {
    if (this.#refusals.get(agentId) === 'session')
      this.#change(agentId, undefined)
  }

  /** A sign-in succeeded, or a prompt was completed. */
  worked(agentId: string): void {
    if (this.#refusals.has(agentId))
      this.#change(agentId, undefined)
  }

  #change(agentId: string, refusal: SignInRefusal | undefined): void {
    const wasNeeded = this.isNeeded(agentId)
    if (refusal === undefined)
      this.#refusals.delete(agentId)
    else
      this.#refusals.set(agentId, refusal)
    try {
      this.#store.saveAgentSignIn(agentId, refusal)
    }
    catch (error) {
      this.#report(error, 'storing which agents need a sign-in') // the next start finds out again
    }
    if (wasNeeded !== this.isNeeded(agentId))
      this.#changes.emit()
  }
}
