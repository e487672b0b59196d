import type { SignInRefusal } from '../../store/tables/agentSignInTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { Listeners } from '../../../shared/listeners'

/** Remembers which agents required a sign-in when they last ran, so that the list can show it. Kept across restarts. */
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

  /** Calls `listener` when the set of agents that require a sign-in changes. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    return this.#changes.add(listener)
  }

  isNeeded(agentId: string): boolean {
    return this.#refusals.has(agentId)
  }

  /** Records that the agent rejected a session or a prompt because it requires a sign-in. */
  markRefused(agentId: string, refusal: SignInRefusal): void {
    // An agent that refuses sessions also refuses prompts. Whichever succeeds first shows which it was.
    if (this.#refusals.get(agentId) !== refusal)
      this.#change(agentId, refusal)
  }

  /**
   * Records that the agent opened a session. Clears a refused session but not a refused prompt, because some agents
   * open sessions without a sign-in.
   */
  markOpened(agentId: string): void {
    if (this.#refusals.get(agentId) === 'session')
      this.#change(agentId, undefined)
  }

  /** Records that a sign-in succeeded or a prompt was completed. */
  markWorked(agentId: string): void {
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
