import type { SettingsSection } from '../../composables/settingsPlace'
import { type PreferenceKey, preferenceKeys, preferences } from '../../../shared/settings/preferences'
import { type AnyKey, settingsKeys } from '../../../shared/settings/settingsKeys'
import { rankMatches } from '../../text/match'
import { settingsWords as words } from './words'

/** In which section of the page each key is set. */
const sectionOf: Readonly<Record<AnyKey, SettingsSection>> = {
  'appearance.theme': 'appearance',
  'appearance.contrast': 'appearance',
  'appearance.density': 'appearance',
  'appearance.text_size': 'appearance',
  'appearance.code_size': 'appearance',
  'notifications.waiting': 'notifications',
  'notifications.failed': 'notifications',
  'notifications.ended': 'notifications',
  'agent_servers': 'agents',
  'agent_defaults': 'agents',
  'hidden_agents': 'agents',
  'terminal.shell': 'terminal',
  'terminal.font': 'terminal',
  'terminal.light_colors': 'terminal',
  'terminal.dark_colors': 'terminal',
  'terminal.cursor': 'terminal',
  'terminal.scrollback': 'terminal',
  'terminal.copy_on_select': 'terminal',
  'terminal.screen_reader': 'terminal',
  'terminal.keep_text': 'terminal',
  'idle_minutes': 'agents',
  'record_changes': 'agents',
  'read_only_commands': 'rules',
  'sandboxed_folders': 'sandbox',
  'mcp_servers': 'mcp',
  'editor': 'editor',
  'keys': 'keyboard',
}

/** A key as the page shows it. */
export interface SettingRow {
  readonly key: AnyKey
  readonly section: SettingsSection
  readonly name: string
  /** What it does. */
  readonly effect: string
  /** It is one plain value, set right here. */
  readonly preference?: PreferenceKey
}

/** Every key, as it is shown and found. */
export const settingRows: readonly SettingRow[] = [...preferenceKeys, ...settingsKeys].map(key => ({
  key,
  section: sectionOf[key],
  ...words.keys[key],
  ...isPreference(key) && { preference: key },
}))

/** The keys that a section sets with one control each. */
export function preferencesIn(section: SettingsSection): readonly (SettingRow & { readonly preference: PreferenceKey })[] {
  return settingRows.flatMap(row => row.section === section && row.preference ? [{ ...row, preference: row.preference }] : [])
}

/** The keys that match, best first. */
export function findSettings(search: string): readonly SettingRow[] {
  return rankMatches(settingRows, search, ({ key, section, name, effect }) => `${name} ${words.sections[section]} ${effect} ${key}`)
}

function isPreference(key: AnyKey): key is PreferenceKey {
  return key in preferences
}
