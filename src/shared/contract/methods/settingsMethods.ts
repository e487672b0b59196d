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
  type RulesTest,
  testedCommandSchema,
} from '../../settings/rules'
import { sandboxSchema, type SandboxSetting } from '../../settings/sandbox'
import { maxChoiceCharacters } from '../longestChoice'
import { method } from '../method'

/** The settings that the window shows and applies. */
export interface SettingsView {
  readonly preferences: Preferences
  readonly sandboxes: Settings['sandboxes']
  readonly keys: Settings['keys']
  /** Keys that this version does not know. */
  readonly unknownKeys: readonly string[]
}

/** The person's choice about read-only commands. */
export type ReadOnlyState = 'on' | 'off' | 'unset'

/** Methods for settings, MCP servers, rules and the sandbox. */
export const settingsMethods = {
  readSettings: method(z.object({})).returns<SettingsView>(),
  /** Writes one scalar setting to `settings.json`. */
  setPreference: method(z.object({
    key: z.enum(preferenceKeys),
    value: z.union([z.string().max(100), z.number(), z.boolean()]),
  }))
    .returns<void>(),
  /** The person's settings for one agent, and the options it last offered. */
  readAgentSettings: method(z.object({ agentId: z.string() })).returns<AgentSettings>(),
  /** Sets a default option for all sessions of the agent, or removes it if there is no value. */
  setAgentDefault: method(agentDefaultSchema).returns<void>(),
  /** Toggles a client capability that the agent is offered; applies from its next start. */
  setAgentCapability: method(z.object({
    agentId: z.string(),
    capability: z.enum(capabilityNames),
    isOn: z.boolean(),
  })).returns<void>(),
  /** Removes a stored key of an agent; applies from its next start. */
  forgetAgentKey: method(z.object({ agentId: z.string(), name: z.string().max(1000) })).returns<void>(),
  /** Sets the environment variables of an agent that `settings.json` does not define; they apply from its next start. */
  setAgentEnv: method(z.object({
    agentId: z.string(),
    env: z.record(z.string().max(1000), z.string().max(100_000)),
  })).returns<void>(),
  /** Toggles a feature that is not in stable ACP yet. Applies immediately. */
  setAgentExperiment: method(z.object({
    agentId: z.string(),
    experiment: z.enum(experimentNames),
    isOn: z.boolean(),
  })).returns<void>(),
  /** Whether read-only commands run without asking; `unset` until the person has chosen. */
  readReadOnlyCommands: method(z.object({})).returns<ReadOnlyState>(),
  /** Sets whether read-only commands run without asking. Applies immediately, also to pending questions. */
  setReadOnlyCommands: method(z.object({ isOn: z.boolean() })).returns<void>(),
  listMcpServers: method(z.object({})).returns<McpServerList>(),
  /** Adds a server, or replaces the one named `previousName`; new sessions get it. */
  saveMcpServer: method(z.object({ previousName: z.string().optional(), form: mcpServerFormSchema })).returns<void>(),
  /** Replaces an unreadable `settings.json` by the last readable version. */
  restoreSettings: method(z.object({})).returns<void>(),
  /**
   * Connects to the server of a form once and lists its tools. The person has seen the command. Nothing is saved, and
   * no process remains.
   */
  testMcpServer: method(z.object({
    testId: z.string().max(100),
    previousName: z.string().optional(),
    form: mcpServerFormSchema,
  }))
    .returns<McpTestResult>(),
  cancelMcpTest: method(z.object({ testId: z.string().max(100) })).returns<void>(),
  removeMcpServer: method(z.object({ name: z.string() })).returns<void>(),

  listWrittenRules: method(z.object({})).returns<RuleListing[]>(),
  /** For each rule that allows commands, by its id: what it permits, as a message for the person. */
  listRuleGrades: method(z.object({})).returns<Readonly<Record<number, string>>>(),
  /** Describes a rule and applies it to an example (a command line or a path). Saves nothing. */
  checkRule: method(z.object({ rule: ruleSchema, example: z.string().max(16_384).optional() })).returns<RuleCheck>(),
  /** Returns how all rules together decide about a command. Runs nothing. */
  tryRules: method(testedCommandSchema).returns<RulesTest>(),
  /** Proposes rules that would answer for a command next time. Saves nothing. */
  proposeRules: method(proposedCommandSchema).returns<RuleProposals>(),
  /** Saves a rule, replacing the one with that id, if given. Applies immediately, also to pending questions. */
  saveRule: method(z.object({ ruleId: z.number().int().optional(), rule: ruleSchema })).returns<void>(),
  removeWrittenRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** The remembered "Always allow in this folder" answers. */
  listRules: method(z.object({})).returns<RememberedRule[]>(),
  removeRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** The decision log, newest first. */
  listDecisions: method(decisionQuerySchema).returns<Decision[]>(),

  /** Rechecks how commands run in the thread's folder. */
  readSandbox: method(z.object({ threadId: z.string() })).returns<SandboxSetting>(),
  /**
   * Sets the sandbox for the folder and its subfolders, or removes it if there are no `rules`. Applies from the next
   * command.
   */
  setSandbox: method(z.object({ threadId: z.string(), rules: sandboxSchema.optional() })).returns<SandboxSetting>(),
  /** Reruns one of the agent's commands outside the sandbox that seems to have blocked it. */
  runOutside: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<void>(),

  readLastChoices: method(z.object({})).returns<Readonly<Record<string, string>>>(),
  /**
   * Remembers a choice under that name; an empty text removes it. Choices only prefill forms: they never start or allow
   * anything.
   */
  saveLastChoice: method(z.object({
    name: z.string().regex(/^[a-z][\w.-]*$/i).max(200),
    text: z.string().max(maxChoiceCharacters),
  })).returns<void>(),
}
