import type { AgentListing } from '../../../shared/contract/agentListing'
import type { AgentDefinition } from '../../agents/agentDefinition'
import { HostError } from '../../../shared/errors'
import { type AgentSources, findAgent, listAgents } from '../../agents/catalogue/agentCatalog'
import { withPreferences } from '../../agents/catalogue/agentPreferences'
import { Listeners } from '../../system/listeners'

/** The agents that can be picked, as they are at this moment, and who hears when that has changed. */
export class AgentList {
  readonly #sources: () => AgentSources
  readonly #changes = new Listeners<AgentListing[]>()

  constructor(sources: () => AgentSources) {
    this.#sources = sources
  }

  list(): AgentListing[] {
    return listAgents(this.#sources())
  }

  /** How the agent is started, with what the person set for it. Throws when it is no longer in the list. */
  find(agentId: string): AgentDefinition {
    const sources = this.#sources()
    const agent = findAgent(agentId, sources)
    if (!agent) {
      throw new HostError(
        'agent_not_found',
        'This agent is no longer configured. Add it to settings.json again, or start a thread with another one.',
      )
    }
    return withPreferences(agent, sources.settings)
  }

  /** Returns a function that stops it. */
  onChange(listener: (agents: AgentListing[]) => void): () => void {
    return this.#changes.add(listener)
  }

  /** To be called when something has changed of what the list is made from. */
  changed(): void {
    this.#changes.tell(this.list())
  }
}
