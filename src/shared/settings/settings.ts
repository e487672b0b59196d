import type { EditorSetting } from './editors'
import type { Preferences } from './preferences'
import type { SandboxRules } from './sandbox'
import type { Shortcuts } from './shortcuts'
import { z } from 'zod'

/** What an agent is offered; on by default. */
export const agentCapabilitiesSchema = z.looseObject({
  fs: z.boolean().optional(),
  terminal: z.boolean().optional(),
  elicitation: z.boolean().optional(),
})

/** Features that are not in stable ACP yet; off by default. */
const agentExperimentsSchema = z.looseObject({ fork: z.boolean().optional() })

const environmentName = z.string().regex(/^[^=\0]+$/, 'This cannot be an environment variable.')

/** Preferences that every agent can have, wherever it is defined. */
const agentPreferences = {
  capabilities: agentCapabilitiesSchema.optional(),
  experimental: agentExperimentsSchema.optional(),
  /** Values of config options by id, set in every session in which the person has not chosen one. */
  default_config_options: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  default_mode: z.string().min(1).optional(),
}
/** One entry of `agent_defaults`, by the agent's id. */
export const agentDefaultsSchema = z.looseObject({
  ...agentPreferences,
  /** Added to the agent's environment, for agents without an entry of their own. */
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
/** A text, which may contain `${keychain:NAME}`, or only a secret. */
const mcpValue = z.union(
  [
    z.string().refine(text => !text.includes('\0'), 'This must not contain a NUL character.'),
    z.strictObject({ secret: z.string().min(1) }),
  ],
  'This must be text in quotes, or { "secret": "NAME" }.',
)
export type McpValue = z.infer<typeof mcpValue>
/** Which agents and folders get a server; absent means all. */
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
  url: z.url({ protocol: /^https?$/, error: 'This must be a complete address that begins with http:// or https://.' }),
  headers: z.record(headerName, mcpValue).default({}),
  ...mcpReach,
})
export type McpCommand = z.infer<typeof mcpCommandSchema>
type McpAddress = z.infer<typeof mcpAddressSchema>
/** One entry of `mcp_servers`, checked. */
export type McpServerSettings = McpCommand | McpAddress

/** Whether the agent reaches the server at an address, instead of starting it. */
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

/** A fault in `settings.json`; the rest of the file still works. */
export interface SettingsFault {
  /** 1-based line, if it is known. */
  readonly line?: number
  /** The key's path, such as `agent_servers.Kimi.args`. */
  readonly key?: string
  /** What is wrong, and what would be right. */
  readonly message: string
  /** It is the whole file's: until it is mended, the last good settings are in force, and can be put back. */
  readonly isRestorable?: true
}

/** The settings that Parley reads from `settings.json`. */
export interface Settings {
  readonly agentServers: Readonly<Record<string, AgentServer>>
  /** Registry ids of the catalogue's agents that the person has hidden. */
  readonly hiddenAgents?: readonly string[]
  /** Preferences for agents that are not defined here, by their id. */
  readonly agentDefaults: Readonly<Record<string, AgentPreferences>>
  readonly mcpServers: Readonly<Record<string, McpServerSettings>>
  /** The folders whose commands run in a sandbox; `unknown` while that part of the file cannot be read. */
  readonly sandboxes: Readonly<Record<string, SandboxRules>> | 'unknown'
  /** Whether commands that only read run unasked; absent until the person has chosen. */
  readonly readOnlyCommands?: boolean
  /** Where files are opened; absent until the person has chosen. */
  readonly editor?: EditorSetting
  /** The keys of actions that the person changed. */
  readonly keys: Partial<Shortcuts>
  readonly preferences: Preferences
  /** What the file holds besides: such as what a newer Parley wrote there. */
  readonly unknownKeys: readonly string[]
  readonly faults: readonly SettingsFault[]
}
