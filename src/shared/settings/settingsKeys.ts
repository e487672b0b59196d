import type { PreferenceKey } from './preferences'

/** The keys of `settings.json` that hold more than one plain value; `preferences` has the others. */
export const settingsKeys = [
  'agent_servers',
  'agent_defaults',
  'hidden_agents',
  'mcp_servers',
  'sandboxed_folders',
  'read_only_commands',
  'editor',
  'keys',
] as const
/** One of these keys. */
export type SettingsKey = (typeof settingsKeys)[number]

/** Every key of `settings.json`. */
export type AnyKey = PreferenceKey | SettingsKey
