import type { McpTestResult } from '../../settings/mcpTest'
import type { Settings } from '../../settings/settings'
import { z } from 'zod'
import { agentDefaultSchema, type AgentSettings, capabilityNames, experimentNames } from '../../settings/agentSettings'
import { mcpServerFormSchema, type McpServerList } from '../../settings/mcpServers'
import { preferenceKeys, type Preferences } from '../../settings/preferences'
import { method } from '../method'

/** What the window shows and follows of `settings.json`. */
export interface SettingsView {
  readonly preferences: Preferences
  readonly sandboxes: Settings['sandboxes']
  readonly keys: Settings['keys']
  /** Keys of the file that this version does not know. */
  readonly unknownKeys: readonly string[]
}

/** What the person chose about commands that only read. */
export type ReadOnlyState = 'on' | 'off' | 'unset'

/** Methods of the dialogs "Agent settings" and "MCP servers", and of the faults of `settings.json`. */
export const settingsMethods = {
  readSettings: method(z.object({})).returns<SettingsView>(),
  /** Writes one plain value into `settings.json`. */
  setPreference: method(z.object({ key: z.enum(preferenceKeys), value: z.union([z.string().max(100), z.number(), z.boolean()]) }))
    .returns<void>(),
  /** The person's settings for one agent, and the options it last offered. */
  readAgentSettings: method(z.object({ agentId: z.string() })).returns<AgentSettings>(),
  /** Sets a default for every session of the agent, or removes it if there is no value. */
  setAgentDefault: method(agentDefaultSchema).returns<void>(),
  /** Switches a capability that the agent is offered; applies from its next start. */
  setAgentCapability: method(z.object({ agentId: z.string(), capability: z.enum(capabilityNames), isOn: z.boolean() })).returns<void>(),
  /** Sets the variables of an agent that `settings.json` does not define; they apply from its next start. */
  forgetAgentKey: method(z.object({ agentId: z.string(), name: z.string().max(1000) })).returns<void>(),
  setAgentEnv: method(z.object({ agentId: z.string(), env: z.record(z.string().max(1000), z.string().max(100_000)) })).returns<void>(),
  /** Switches a feature that is not in stable ACP yet; applies at once. */
  setAgentExperiment: method(z.object({ agentId: z.string(), experiment: z.enum(experimentNames), isOn: z.boolean() })).returns<void>(),
  /** Whether commands that only read run unasked; `unset` until the person has chosen. */
  readReadOnlyCommands: method(z.object({})).returns<ReadOnlyState>(),
  /** Lets them run or not. It applies at once, also to questions that are open. */
  setReadOnlyCommands: method(z.object({ isOn: z.boolean() })).returns<void>(),
  listMcpServers: method(z.object({})).returns<McpServerList>(),
  /** Adds a server, or replaces the one called `previousName`; new sessions get it. */
  saveMcpServer: method(z.object({ previousName: z.string().optional(), form: mcpServerFormSchema })).returns<void>(),
  /** Puts the last `settings.json` that could be read in the place of one that cannot. */
  restoreSettings: method(z.object({})).returns<void>(),
  /** Runs or calls the server of a form once, and asks for its tools. The person saw what runs; nothing is saved, and nothing is left. */
  testMcpServer: method(z.object({ testId: z.string().max(100), previousName: z.string().optional(), form: mcpServerFormSchema }))
    .returns<McpTestResult>(),
  cancelMcpTest: method(z.object({ testId: z.string().max(100) })).returns<void>(),
  removeMcpServer: method(z.object({ name: z.string() })).returns<void>(),
}
