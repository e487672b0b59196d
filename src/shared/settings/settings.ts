import type { EditorSetting } from './editors'
import type { Preferences } from './preferences'
import type { SandboxRules } from './sandbox'
import type { Shortcuts } from './shortcuts'
import { z } from 'zod'
import { findAddressFault } from './agentAddress'
import { secretFieldSchema, type ShownField } from './mcpServers'

/** Client capabilities offered to an agent; on by default. */
export const agentCapabilitiesSchema = z.looseObject({
  fs: z.boolean().optional(),
  terminal: z.boolean().optional(),
  elicitation: z.boolean().optional(),
})

/** Features beyond stable ACP; off by default. */
const agentExperimentsSchema = z.looseObject({ fork: z.boolean().optional() })

const environmentName = z.string().regex(/^[^=\0]+$/, 'This cannot be an environment variable.')

/** Preferences for any agent, no matter where it is defined. */
const agentPreferences = {
  capabilities: agentCapabilitiesSchema.optional(),
  experimental: agentExperimentsSchema.optional(),
  /** Config option values by id, applied to every session unless the person chose another value there. */
  default_config_options: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  default_mode: z.string().min(1).optional(),
}
/** An entry of `agent_defaults`, keyed by agent id. */
export const agentDefaultsSchema = z.looseObject({
  ...agentPreferences,
  /** Added to the agent's environment, if the agent has no entry in `agent_servers`. */
  env: z.record(environmentName, z.string().refine(text => !text.includes('\0'), 'This must not contain a NUL character.')).optional(),
})
export type AgentPreferences = z.infer<typeof agentDefaultsSchema>

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'This cannot be the name of a header.')
/** A string, which may contain `${keychain:NAME}`, or a reference to a secret. */
const mcpValue = z.union(
  [
    z.string().refine(text => !text.includes('\0'), 'This must not contain a NUL character.'),
    z.strictObject({ secret: z.string().min(1) }),
  ],
  'This must be text in quotes, or { "secret": "NAME" }.',
)
export type McpValue = z.infer<typeof mcpValue>

/** An entry of `agent_servers` that is started by a command, in the format of other ACP clients. */
export const agentServerSchema = z.looseObject({
  type: z.literal('custom').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  ...agentPreferences,
})
/** An entry of `agent_servers` that runs on another machine. */
export const networkAgentSchema = z.looseObject({
  type: z.literal('custom').optional(),
  url: z.string().superRefine((url, context) => {
    const fault = findAddressFault(url)
    if (fault !== undefined)
      context.addIssue({ code: 'custom', message: fault })
  }),
  headers: z.record(headerName, mcpValue).default({}),
  /** Where the files that it works on are. */
  files: z.enum(['there', 'here'], 'This must be "there" or "here".').default('there'),
  ...agentPreferences,
})
export type NetworkAgentServer = z.infer<typeof networkAgentSchema>
/** A validated entry of `agent_servers`. */
export type AgentServer = z.infer<typeof agentServerSchema> | NetworkAgentServer

/** Whether the agent runs on another machine and is reached by its address. */
export function isNetworkAgent(server: AgentServer): server is NetworkAgentServer {
  return 'url' in server && typeof server.url === 'string'
}

/** The agents and folders that use a server; absent means all. */
const mcpReach = { agents: z.array(z.string().min(1)).optional(), folders: z.array(z.string().min(1)).optional() }
/** An MCP server that the agent starts. */
export const mcpCommandSchema = z.looseObject({
  type: z.literal('stdio').optional(),
  command: z.string().trim().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(environmentName, mcpValue).default({}),
  ...mcpReach,
})
/** An MCP server that the agent connects to by URL. */
export const mcpAddressSchema = z.looseObject({
  type: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/, error: 'This must be a complete address that begins with http:// or https://.' }),
  headers: z.record(headerName, mcpValue).default({}),
  ...mcpReach,
})
export type McpCommand = z.infer<typeof mcpCommandSchema>
type McpAddress = z.infer<typeof mcpAddressSchema>
/** A validated entry of `mcp_servers`. */
export type McpServerSettings = McpCommand | McpAddress

/** Whether the agent connects to the server by URL rather than starting it. */
export function isMcpAddress(server: McpServerSettings): server is McpAddress {
  return server.type === 'http' || server.type === 'sse'
}

const agentName = z.string().trim().min(1).max(100)
/** How the form starts a custom agent. */
const startedAgentSchema = z.object({
  command: z.string().trim().min(1).max(10_000),
  args: z.array(z.string().max(100_000)).max(1000),
  env: z.record(z.string(), z.string().max(100_000)),
})
/** How the form reaches a custom agent on another machine. */
const reachedAgentSchema = z.object({
  url: z.string().trim().min(1).max(10_000),
  headers: z.array(secretFieldSchema).max(100),
  files: z.enum(['there', 'here']),
})
/** A custom agent in the form, which may have no name yet. */
export const testedAgentSchema = z.union([startedAgentSchema, reachedAgentSchema])
export type TestedAgent = z.infer<typeof testedAgentSchema>
/** A custom agent in the form: started by a command, or reached by its address. */
export const customAgentSchema = z.union([
  startedAgentSchema.extend({ name: agentName }),
  reachedAgentSchema.extend({ name: agentName }),
])
export type CustomAgent = z.infer<typeof customAgentSchema>
/** A stored custom agent in the form. */
export type CustomAgentView
  = | Extract<CustomAgent, { command: string }>
    | Omit<Extract<CustomAgent, { url: string }>, 'headers'> & { readonly headers: ShownField[] }

/** The result of starting or contacting an agent once. */
export type AgentTestResult
  = | {
    readonly isRight: true
    /** The name that it reports. */
    readonly name?: string | undefined
    readonly version?: string | undefined
    /** Its sign-in methods; it may not need one. */
    readonly signIns: readonly string[]
  }
  | {
    readonly isRight: false
    readonly why: string
    /** The tail of its stderr, and how it ended. */
    readonly details?: string | undefined
  }

/** A fault in `settings.json`; the rest of the file still applies. */
export interface SettingsFault {
  /** 1-based, if known. */
  readonly line?: number
  /** The path of the key, such as `agent_servers.Kimi.args`. */
  readonly key?: string
  /** What is wrong, and what is expected. */
  readonly message: string
  /** Set if the whole file is unreadable. The last valid settings stay in effect and can be restored. */
  readonly isRestorable?: true
}

/** The parsed `settings.json`. */
export interface Settings {
  readonly agentServers: Readonly<Record<string, AgentServer>>
  /** Registry ids of hidden catalogue agents. */
  readonly hiddenAgents?: readonly string[]
  /** Preferences for agents that are not defined here, by agent id. */
  readonly agentDefaults: Readonly<Record<string, AgentPreferences>>
  readonly mcpServers: Readonly<Record<string, McpServerSettings>>
  /** Sandboxed folders; `unknown` while that part of the file is invalid. */
  readonly sandboxes: Readonly<Record<string, SandboxRules>> | 'unknown'
  /** Whether read-only commands run without asking; absent until the person has chosen. */
  readonly readOnlyCommands?: boolean
  /** The editor for opening files; absent until the person has chosen. */
  readonly editor?: EditorSetting
  /** Shortcuts that the person changed. */
  readonly keys: Partial<Shortcuts>
  readonly preferences: Preferences
  /** Keys that this version does not know, such as those of a newer Parley. */
  readonly unknownKeys: readonly string[]
  readonly faults: readonly SettingsFault[]
}
