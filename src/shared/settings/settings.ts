import type { SandboxRules } from './sandbox'
import { z } from 'zod'

/** What an agent is offered; what is not said is on. */
export const agentCapabilitiesSchema = z.looseObject({
  fs: z.boolean().optional(),
  terminal: z.boolean().optional(),
  elicitation: z.boolean().optional(),
})

/** What is not in stable ACP yet; what is not said is off. */
const agentExperimentsSchema = z.looseObject({ fork: z.boolean().optional() })

const environmentName = z.string().regex(/^[^=\0]+$/, 'This cannot be an environment variable.')

/** What can be said of any agent, whoever made it known to Parley. */
const agentPreferences = {
  capabilities: agentCapabilitiesSchema.optional(),
  experimental: agentExperimentsSchema.optional(),
  /** Values of config options by their id, set in every session that does not have a choice of the person's own. */
  default_config_options: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  default_mode: z.string().min(1).optional(),
}
/** One entry of `agent_defaults`, by the agent's id. */
export const agentDefaultsSchema = z.looseObject({
  ...agentPreferences,
  /** Added to what the agent is started with: an agent that Parley installed has no entry of its own to hold it. */
  env: z.record(environmentName, z.string().refine(text => !text.includes('\0'), 'This must not contain a NUL character.')).optional(),
})
export type AgentPreferences = z.infer<typeof agentDefaultsSchema>

/** One agent of `settings.json`, in the shape that other ACP clients use. */
export const agentServerSchema = z.looseObject({
  type: z.literal('custom').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  ...agentPreferences,
})
/** One entry of `agent_servers`, checked. */
export type AgentServer = z.infer<typeof agentServerSchema>

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'This cannot be the name of a header.')
/** A text, which may hold `${keychain:NAME}`, or a secret alone. */
const mcpValue = z.union(
  [
    z.string().refine(text => !text.includes('\0'), 'This must not contain a NUL character.'),
    z.strictObject({ secret: z.string().min(1) }),
  ],
  'This must be text in quotes, or { "secret": "NAME" }.',
)
export type McpValue = z.infer<typeof mcpValue>
/** Who gets a server: absent means every agent, every folder. */
const mcpReach = { agents: z.array(z.string().min(1)).optional(), folders: z.array(z.string().min(1)).optional() }
/** A server that the agent starts itself. */
export const mcpCommandSchema = z.looseObject({
  type: z.literal('stdio').optional(),
  command: z.string().trim().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(environmentName, mcpValue).default({}),
  ...mcpReach,
})
/** A server that the agent reaches at an address. */
export const mcpAddressSchema = z.looseObject({
  type: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/, error: 'This must be a whole address that begins with http:// or https://.' }),
  headers: z.record(headerName, mcpValue).default({}),
  ...mcpReach,
})
export type McpCommand = z.infer<typeof mcpCommandSchema>
export type McpAddress = z.infer<typeof mcpAddressSchema>
/** One entry of `mcp_servers`, checked. */
export type McpServerSettings = McpCommand | McpAddress

export function isMcpAddress(server: McpServerSettings): server is McpAddress {
  return server.type === 'http' || server.type === 'sse'
}

/** An agent of the person's own, as the form edits it. */
export const ownAgentSchema = z.object({
  name: z.string().trim().min(1).max(100),
  command: z.string().trim().min(1).max(10_000),
  args: z.array(z.string().max(100_000)).max(1000),
  env: z.record(z.string(), z.string().max(100_000)),
})
export type OwnAgent = z.infer<typeof ownAgentSchema>

/** Something in `settings.json` that cannot be used; the rest of the file still works. */
export interface SettingsFault {
  /** 1-based line, where it is known. */
  readonly line?: number
  /** The key's path, such as `agent_servers.Kimi.args`. */
  readonly key?: string
  /** What is wrong and what would be right. */
  readonly message: string
}

/** What Parley takes from `settings.json`. */
export interface Settings {
  readonly agentServers: Readonly<Record<string, AgentServer>>
  /** Agents of the catalogue that the person does not want to see, by their ids in the registry; empty when absent. */
  readonly hiddenAgents?: readonly string[]
  /** What is said of agents that are not defined here, by their id. */
  readonly agentDefaults: Readonly<Record<string, AgentPreferences>>
  readonly mcpServers: Readonly<Record<string, McpServerSettings>>
  /** How long an agent that nobody asks anything is kept; 0 is for ever. */
  readonly idleMinutes?: number
  /** The folders whose commands run in a sandbox; `unknown` while what the file says of them cannot be read. */
  readonly sandboxes: Readonly<Record<string, SandboxRules>> | 'unknown'
  readonly faults: readonly SettingsFault[]
}
