import type { SignInRefusal } from '../../store/tables/agentSignInTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'

/** Which agents wanted a sign-in when they last ran, so that it can be told before they run again. Kept across restarts. */
export class AgentSignIns {
  readonly #store: ThreadStore
  readonly #onChange: () => void
  readonly #report: Report
  readonly #refusals: Map<string, SignInRefusal>

  constructor({ store, onChange, report }: { store: ThreadStore, onChange: () => void, report: Report }) {
    this.#store = store
    this.#onChange = onChange
    this.#report = report
    this.#refusals = store.listAgentSignIns()
  }

  isNeeded(agentId: string): boolean {
    return this.#refusals.has(agentId)
  }

  /** It answered that it does nothing without a sign-in. */
  refused(agentId: string, refusal: SignInRefusal): void {
    // Who refuses sessions refuses prompts too, and the first that works again tells.
    if (this.#refusals.get(agentId) !== refusal)
      this.#change(agentId, refusal)
  }

  /** It opened a session: enough for one that had refused to, no proof of one that opens them to everybody. */
  opened(agentId: string): void {
    if (this.#refusals.get(agentId) === 'session')
      this.#change(agentId, undefined)
  }

  /** A sign-in went well, or it worked on a prompt to the end. */
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
      this.#report(error, 'keeping which agents need a sign-in') // the next start tells it again
    }
    if (wasNeeded !== this.isNeeded(agentId))
      this.#onChange()
  }
}
