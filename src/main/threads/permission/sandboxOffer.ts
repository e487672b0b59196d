import type { AgentDialect } from '../../agents/agentDefinition'
import type { ThreadAnswers } from './threadAnswers'

interface SandboxOfferOptions {
  readonly answers: ThreadAnswers
  /** Whether a sandbox works here and none is chosen for the thread's folder. */
  readonly isPossible: () => Promise<boolean>
}

/**
 * With the first question about a command that Parley runs, offers to allow all of the thread's commands and to run
 * them in the sandbox.
 */
export class SandboxOffer {
  readonly #options: SandboxOfferOptions

  constructor(options: SandboxOfferOptions) {
    this.#options = options
  }

  /** Whether this question should include the offer. False if unknown. */
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
