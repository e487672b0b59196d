import type { TrustedCommand } from '../../../shared/thread/trustedCommand'
import type { StoredTrust, TrustScope } from '../../store/tables/trustedCommandTable'
import type { ThreadStore } from '../../store/threadStore'
import type { ThreadStatus } from '../threadStatus'
import { HostError } from '../../../shared/errors'
import { type AgentDefinition, formatLaunchLine } from '../../agents/agentDefinition'
import { isSameCommand, isTrusted, resolveLaunch } from './commandTrust'

interface Waiting {
  readonly resolve: (agent: AgentDefinition) => void
  readonly reject: (error: unknown) => void
}

interface StartGateOptions {
  readonly place: TrustScope
  readonly status: ThreadStatus
  readonly store: ThreadStore
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Resolves when `environment` is complete. */
  readonly environmentReady: () => Promise<unknown>
  readonly findAgent: (agentId: string) => AgentDefinition
}

/**
 * Gates every start of a thread's agent. A command that is trusted in this folder starts immediately; any other waits
 * until the person has seen and trusted it.
 */
export class StartGate {
  readonly #options: StartGateOptions
  readonly #waiting = new Set<Waiting>()
  /** The command line shown when the person started the thread. */
  #shownCommand: string | undefined

  constructor(options: StartGateOptions) {
    this.#options = options
  }

  /** Sets the command line that was shown when the person started the thread. */
  setShownCommand(command: string): void {
    this.#shownCommand = command
  }

  /** Resolves to the agent's definition once it is trusted. Rejects with `taken_back` if the person declines. */
  async waitForTrustedAgent(): Promise<AgentDefinition> {
    await this.#options.environmentReady() // its PATH decides which program a name refers to
    const { agent, launch } = this.#resolveLaunch()
    if (this.#shownCommand !== undefined && this.#shownCommand === formatLaunchLine(agent)) {
      this.#options.store.saveTrust(this.#options.place, launch)
      this.#shownCommand = undefined
    }
    if (this.#isTrusted(launch))
      return agent
    return new Promise((resolve, reject) => {
      this.#waiting.add({ resolve, reject })
      this.#show(launch)
    })
  }

  /** Trusts the shown command. If the command has changed since, shows the new one instead. */
  trust(command: TrustedCommand): void {
    const { launch } = this.#resolveLaunch()
    if (!isSameCommand(launch, command)) {
      this.recheck()
      throw new HostError('command_changed', 'What would run has changed again. Look at the command once more.')
    }
    this.#options.store.saveTrust(this.#options.place, launch)
    this.recheck()
  }

  /** Rechecks after changes of the command or of trust. */
  recheck(): void {
    if (this.#waiting.size === 0)
      return
    try {
      const { agent, launch } = this.#resolveLaunch()
      if (!this.#isTrusted(launch))
        return this.#show(launch)
      this.#options.status.dispatch({ type: 'starting', step: 'process' })
      this.#settle(({ resolve }) => resolve(agent))
    }
    catch (error) {
      this.#settle(({ reject }) => reject(error)) // the agent or its program is missing
    }
  }

  /** Rejects all waiting starts. */
  decline(): void {
    this.#settle(({ reject }) =>
      reject(new HostError('taken_back', 'The agent wasn’t started: its command has changed and isn’t trusted.')),
    )
  }

  #resolveLaunch(): { agent: AgentDefinition, launch: StoredTrust } {
    const { findAgent, place, environment } = this.#options
    const agent = findAgent(place.agentId)
    return { agent, launch: resolveLaunch(agent, environment) }
  }

  #isTrusted(launch: StoredTrust): boolean {
    return isTrusted(launch, this.#options.store.readTrust(this.#options.place))
  }

  #show({ line, variables }: StoredTrust): void {
    const trusted = this.#options.store.readTrust(this.#options.place)
    this.#options.status.dispatch({
      type: 'commandChanged',
      command: { line, variables },
      ...(trusted && { trusted: { line: trusted.line, variables: trusted.variables } }),
    })
  }

  #settle(answer: (waiting: Waiting) => void): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    waiting.forEach(answer)
  }
}
