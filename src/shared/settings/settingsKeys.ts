import type { PreferenceKey } from './preferences'

/** The non-scalar keys of `settings.json`; `preferences` has the scalar ones. */
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
export type SettingsKey = (typeof settingsKeys)[number]

/** Every key of `settings.json`. */
export type AnyKey = PreferenceKey | SettingsKey
