import type { AgentListing } from '../../../shared/contract/agentListing'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { AgentKeys } from './agentKeys'
import { HostError } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { withPreferences } from '../../agents/catalogue/agentPreferences'
import { type AgentSources, listAgents, type ListedAgent } from '../../agents/catalogue/listAgents'

/** The agents that can be picked, and the listeners to their changes. */
export class AgentList {
  readonly #sources: () => AgentSources
  readonly #keys: AgentKeys
  readonly #changes = new Listeners<AgentListing[]>()
  /** What was found last. Looking on PATH for every agent is too much for each `find`. */
  #latest: readonly ListedAgent[] | undefined

  constructor(sources: () => AgentSources, keys: AgentKeys) {
    this.#sources = sources
    this.#keys = keys
  }

  /** Looks anew: nothing says that a program on PATH has come or gone. */
  list(): AgentListing[] {
    return this.#look().map(({ listing }) => listing)
  }

  /** How the agent is started, with the person's preferences. Throws if it is not in the list. */
  find(agentId: string): AgentDefinition {
    const agent = definitionOf(agentId, this.#latest ?? []) ?? definitionOf(agentId, this.#look())
    if (!agent) {
      throw new HostError(
        'agent_not_found',
        'This agent is no longer configured. Add it to settings.json again, or start a thread with another one.',
      )
    }
    const { settings, environment } = this.#sources()
    return { ...withPreferences(agent, settings, environment), keys: this.#keys.of(agentId) }
  }

  /** Returns a function that unsubscribes. */
  onChange(listener: (agents: AgentListing[]) => void): () => void {
    return this.#changes.add(listener)
  }

  /** To be called when one of the sources has changed. */
  changed(): void {
    this.#changes.emit(this.list())
  }

  #look(): readonly ListedAgent[] {
    return this.#latest = listAgents(this.#sources())
  }
}

function definitionOf(agentId: string, agents: readonly ListedAgent[]): AgentDefinition | undefined {
  return agents.find(({ definition }) => definition?.agentId === agentId)?.definition
}
