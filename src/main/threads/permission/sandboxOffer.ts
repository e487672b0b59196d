import type { AgentDialect } from '../../agents/agentDefinition'
import type { ThreadAnswers } from './threadAnswers'

/** What `SandboxOffer` needs. */
interface SandboxOfferOptions {
  readonly answers: ThreadAnswers
  /** Whether a sandbox works here, and the person set none for the thread's folder. */
  readonly isPossible: () => Promise<boolean>
}

/**
 * Offers, with the first question about a command of an agent whose commands Parley runs, to allow them all for this
 * thread in the sandbox. From then on they run there.
 */
export class SandboxOffer {
  readonly #options: SandboxOfferOptions

  constructor(options: SandboxOfferOptions) {
    this.#options = options
  }

  /** Whether this question offers it. Where that cannot be told, it does not. */
  async take(agent: AgentDialect | undefined): Promise<boolean> {
    const { answers, isPossible } = this.#options
    if (agent?.runsCommands !== 'parley' || answers.isSandboxOffered)
      return false
    answers.isSandboxOffered = await isPossible().catch(() => false)
    return answers.isSandboxOffered
  }

  accept(): void {
    const { answers } = this.#options
    answers.isSandboxed = true
    answers.scopes.allow(true)
  }
}
