import type { TrustedCommand } from '../../../shared/contract/methods/trustMethods'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { StoredTrust, TrustPlace } from '../../store/tables/trustedCommandTable'
import type { ThreadStatus } from '../threadStatus'
import type { ThreadSurroundings } from '../threadSurroundings'
import { HostError } from '../../../shared/errors'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { agentLaunch, isSame, isTrusted } from './agentLaunch'

interface Waiting {
  readonly resolve: (agent: AgentDefinition) => void
  readonly reject: (error: unknown) => void
}

/**
 * Stands before every start of a thread's agent. What the person trusted in this folder passes; anything else waits, with nothing
 * started, until they have seen it and said so.
 */
export class StartGate {
  readonly #place: TrustPlace
  readonly #with: ThreadSurroundings
  readonly #status: ThreadStatus
  readonly #waiting = new Set<Waiting>()
  /** The command line that the person saw when they started the thread. */
  #seen: string | undefined

  constructor({ place, surroundings, status }: { place: TrustPlace, surroundings: ThreadSurroundings, status: ThreadStatus }) {
    this.#place = place
    this.#with = surroundings
    this.#status = status
  }

  /** The person starts the thread with this command line before their eyes. */
  startWith(command: string): void {
    this.#seen = command
  }

  /** How the agent is started, once that is trusted. Rejects with `taken_back` when the person declines. */
  async agent(): Promise<AgentDefinition> {
    await this.#with.environmentReady() // which program a name means depends on it
    const { agent, launch } = this.#now()
    if (this.#seen !== undefined && this.#seen === commandLineForDisplay(agent.command, agent.args)) {
      this.#with.store.saveTrust(this.#place, launch)
      this.#seen = undefined
    }
    if (this.#isTrusted(launch))
      return agent
    return new Promise((resolve, reject) => {
      this.#waiting.add({ resolve, reject })
      this.#show(launch)
    })
  }

  /** The person's word for what they were shown; what would run instead by now is shown anew. */
  trust(command: TrustedCommand): void {
    const { launch } = this.#now()
    if (!isSame(launch, command)) {
      this.recheck()
      throw new HostError('command_changed', 'What would run has changed again. Look at the command once more.')
    }
    this.#with.store.saveTrust(this.#place, launch)
    this.recheck()
  }

  /** What would run, or what is trusted, may have changed. */
  recheck(): void {
    if (this.#waiting.size === 0)
      return
    try {
      const { agent, launch } = this.#now()
      if (!this.#isTrusted(launch))
        return this.#show(launch)
      this.#status.become({ type: 'starting', step: 'process' })
      this.#settle(({ resolve }) => resolve(agent))
    }
    catch (error) {
      this.#settle(({ reject }) => reject(error)) // it is gone: whoever waits says so
    }
  }

  /** Lets nobody through who waits. */
  decline(): void {
    this.#settle(({ reject }) =>
      reject(new HostError('taken_back', 'The agent was not started: its command has changed, and was not trusted.')),
    )
  }

  #now(): { agent: AgentDefinition, launch: StoredTrust } {
    const agent = this.#with.findAgent(this.#place.agentId)
    return { agent, launch: agentLaunch(agent, this.#with.environment) }
  }

  #isTrusted(launch: StoredTrust): boolean {
    return isTrusted(launch, this.#with.store.readTrust(this.#place))
  }

  #show({ line, variables }: StoredTrust): void {
    const trusted = this.#with.store.readTrust(this.#place)
    this.#status.become({
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
