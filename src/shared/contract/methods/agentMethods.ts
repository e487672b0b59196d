import type { AgentListing, CatalogueStatus } from '../agentListing'
import { z } from 'zod'
import { type OwnAgent, ownAgentSchema } from '../../settings/settings'
import { method } from '../method'

/** Methods about the agents in the list. */
export const agentMethods = {
  listAgents: method(z.object({})).returns<AgentListing[]>(),
  /** How new the catalogue is. */
  catalogueStatus: method(z.object({})).returns<CatalogueStatus>(),
  /** Hides an agent of the catalogue, or shows it again. */
  hideAgent: method(z.object({ agentId: z.string(), isHidden: z.boolean() })).returns<void>(),
  /** An agent as `settings.json` defines it. */
  readAgent: method(z.object({ agentId: z.string() })).returns<OwnAgent>(),
  /** Writes an agent to `settings.json`: a new one if no id is given. Fails with `name_taken`; answers with the agent's id. */
  saveAgent: method(z.object({ agentId: z.string().optional(), agent: ownAgentSchema })).returns<{ agentId: string }>(),
  /** Removes an agent from `settings.json`. */
  removeAgent: method(z.object({ agentId: z.string() })).returns<void>(),
}
