import { z } from 'zod'
import { agentDefaultSchema, type AgentSettings, capabilityNames, experimentNames } from '../settings/agentSettings'
import { mcpServerFormSchema, type McpServerList } from '../settings/mcpServers'
import { method } from './method'

/** What the dialogs "Agent settings" and "MCP servers" ask of the host: part of the contract. */
export const settingsMethods = {
  /** What the person sets for one agent, and what it last offered. */
  readAgentSettings: method(z.object({ agentId: z.string() })).returns<AgentSettings>(),
  /** Sets a default for every session of the agent, or takes it back when there is no value. */
  setAgentDefault: method(agentDefaultSchema).returns<void>(),
  /** Switches what the agent is offered; holds from its next start. */
  setAgentCapability: method(z.object({ agentId: z.string(), capability: z.enum(capabilityNames), isOn: z.boolean() })).returns<void>(),
  /** Sets the variables of an agent that has no entry of its own in `settings.json`; they hold from its next start. */
  setAgentEnv: method(z.object({ agentId: z.string(), env: z.record(z.string().max(1000), z.string().max(100_000)) })).returns<void>(),
  /** Switches what is not in stable ACP yet; holds at once. */
  setAgentExperiment: method(z.object({ agentId: z.string(), experiment: z.enum(experimentNames), isOn: z.boolean() })).returns<void>(),
  listMcpServers: method(z.object({})).returns<McpServerList>(),
  /** Adds a server, or changes the one called `previousName`; new sessions get it. */
  saveMcpServer: method(z.object({ previousName: z.string().optional(), form: mcpServerFormSchema })).returns<void>(),
  removeMcpServer: method(z.object({ name: z.string() })).returns<void>(),
}
