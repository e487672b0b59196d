import type { SettingsSection } from '../../composables/settingsPlace'
import { type PreferenceKey, preferenceKeys, preferences } from '../../../shared/settings/preferences'
import { type AnyKey, settingsKeys } from '../../../shared/settings/settingsKeys'
import { rankMatches } from '../../text/match'
import { settingsWords as words } from './words'

/** Section of each key. */
const sectionByKey: Readonly<Record<AnyKey, SettingsSection>> = {
  'appearance.theme': 'appearance',
  'appearance.contrast': 'appearance',
  'appearance.density': 'appearance',
  'appearance.text_size': 'appearance',
  'appearance.code_size': 'appearance',
  'appearance.text_font': 'appearance',
  'appearance.code_font': 'appearance',
  'appearance.motion': 'appearance',
  'appearance.fold_work': 'appearance',
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

/** A setting as shown on the page. */
export interface SettingRow {
  readonly key: AnyKey
  readonly section: SettingsSection
  readonly name: string
  /** What it does. */
  readonly effect: string
  /** The preference that its control sets; absent if the value is not plain. */
  readonly preference?: PreferenceKey
}

/** All settings, as shown and searched. */
export const settingRows: readonly SettingRow[] = [...preferenceKeys, ...settingsKeys].map(key => ({
  key,
  section: sectionByKey[key],
  ...words.keys[key],
  ...isPreference(key) && { preference: key },
}))

/** Lists a section's settings with plain values. */
export function listPreferences(section: SettingsSection): readonly (SettingRow & { readonly preference: PreferenceKey })[] {
  return settingRows.flatMap(row => row.section === section && row.preference ? [{ ...row, preference: row.preference }] : [])
}

/** Finds matching settings, best first. */
export function findSettings(search: string): readonly SettingRow[] {
  return rankMatches(settingRows, search, ({ key, section, name, effect }) => `${name} ${words.sections[section]} ${effect} ${key}`)
}

function isPreference(key: AnyKey): key is PreferenceKey {
  return key in preferences
}
