import type { Settings } from '../../settings/settings'
import { z } from 'zod'
import { agentDefaultSchema, type AgentSettings, capabilityNames, experimentNames } from '../../settings/agentSettings'
import { mcpServerFormSchema, type McpServerList, type McpTestResult } from '../../settings/mcpServers'
import { preferenceKeys, type Preferences } from '../../settings/preferences'
import {
  type Decision,
  decisionQuerySchema,
  proposedCommandSchema,
  type RememberedRule,
  type RuleCheck,
  type RuleListing,
  type RuleProposals,
  ruleSchema,
  type RulesTrial,
  triedCommandSchema,
} from '../../settings/rules'
import { sandboxSchema, type SandboxSetting } from '../../settings/sandbox'
import { longestChoice } from '../longestChoice'
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

/** Methods about settings, MCP servers, rules and the sandbox. */
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
  /**
   * Runs or calls the server of a form once, and asks for its tools. The person saw what runs; nothing is saved, and
   * nothing is left.
   */
  testMcpServer: method(z.object({ testId: z.string().max(100), previousName: z.string().optional(), form: mcpServerFormSchema }))
    .returns<McpTestResult>(),
  cancelMcpTest: method(z.object({ testId: z.string().max(100) })).returns<void>(),
  removeMcpServer: method(z.object({ name: z.string() })).returns<void>(),

  /** The rules that the person wrote. */
  listWrittenRules: method(z.object({})).returns<RuleListing[]>(),
  /** What each rule that allows commands lets happen, in words, by its number. */
  listRuleGrades: method(z.object({})).returns<Readonly<Record<number, string>>>(),
  /** Describes a rule and judges an example (a command line or a path) by it. Saves nothing. */
  checkRule: method(z.object({ rule: ruleSchema, example: z.string().max(16_384).optional() })).returns<RuleCheck>(),
  /** What all rules together make of a command. Nothing runs. */
  tryRules: method(triedCommandSchema).returns<RulesTrial>(),
  /** The rules by which a command would not be asked about again. Saves nothing. */
  proposeRules: method(proposedCommandSchema).returns<RuleProposals>(),
  /** Saves a rule, replacing the one with that id if given. It applies at once, also to questions that are open. */
  saveRule: method(z.object({ ruleId: z.number().int().optional(), rule: ruleSchema })).returns<void>(),
  removeWrittenRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** The "Always allow in this folder" answers that are remembered. */
  listRules: method(z.object({})).returns<RememberedRule[]>(),
  removeRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** Entries of the decision log, newest first. */
  listDecisions: method(decisionQuerySchema).returns<Decision[]>(),

  /** Rechecks how commands run in the thread's folder. */
  readSandbox: method(z.object({ threadId: z.string() })).returns<SandboxSetting>(),
  /**
   * Sets the sandbox of the folder and all below it, or removes it if there are no `rules`. Applies from the next
   * command on.
   */
  setSandbox: method(z.object({ threadId: z.string(), rules: sandboxSchema.optional() })).returns<SandboxSetting>(),
  /** Runs a command of the agent's once outside that its sandbox seems to have stopped. */
  runOutside: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<void>(),

  readLastChoices: method(z.object({})).returns<Readonly<Record<string, string>>>(),
  /**
   * Keeps it under that name; an empty text is forgotten. It fills in what the person then sees: nothing is started or
   * allowed by it.
   */
  saveLastChoice: method(z.object({
    name: z.string().regex(/^[a-z][\w.-]*$/i).max(200),
    text: z.string().max(longestChoice),
  })).returns<void>(),
}
