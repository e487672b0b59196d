import type { PreferenceKey } from '../../../shared/settings/preferences'
import type { AnyKey } from '../../../shared/settings/settingsKeys'
import type { SettingsSection } from '../../composables/settingsPlace'

/** What the page of settings says. */
export const settingsWords = {
  title: 'Settings',
  back: 'Back',
  search: 'Search settings',
  nav: 'Sections',
  none: 'No setting matches.',
  found: 'Matching settings',
  open: 'Open',
  openSection: (name: string) => `Open: ${name}`,
  usual: (value: string) => `Usually ${value}.`,
  notSaved: (why: string) => `Not saved: ${why}`,
  everything: 'Everything here is also in',
  file: {
    about: 'This file holds all settings. It is read again whenever it changes; comments in it are kept.',
    copy: 'Copy path',
    unknown: 'Keys that this version does not know',
    unknownAbout: 'They have no effect here. Change or remove them in the file.',
  },

  sections: {
    appearance: 'Appearance',
    agents: 'Agents',
    rules: 'Rules',
    decisions: 'Decisions',
    sandbox: 'Sandbox',
    mcp: 'MCP servers',
    file: 'settings.json',
  } satisfies Record<SettingsSection, string>,

  keys: {
    'appearance.theme': { name: 'Theme', effect: 'Light, dark, or as the system.' },
    'appearance.contrast': { name: 'Contrast', effect: 'Stronger lines and plain surfaces, or as the system.' },
    'appearance.density': { name: 'Density', effect: 'How much space rows and messages take.' },
    'appearance.text_size': { name: 'Text size', effect: 'Menus, messages, everything that is words, in pixels.' },
    'appearance.code_size': { name: 'Code size', effect: 'Commands, diffs and other code, in pixels.' },
    'idle_minutes': {
      name: 'Idle minutes',
      effect: 'An idle agent is shut down after this time and resumes with your next message; 0 keeps it running.',
    },
    'agent_servers': { name: 'Your own agents', effect: 'Programs that speak ACP, with their arguments and environment.' },
    'agent_defaults': { name: 'Agent settings', effect: 'Defaults, environment and capabilities of one agent. Usually the agent’s own.' },
    'hidden_agents': { name: 'Hidden agents', effect: 'Agents of the catalogue that are not offered. Usually none.' },
    'read_only_commands': { name: 'Read-only commands', effect: 'Commands that only read in the folder run without asking. Usually off.' },
    'sandboxed_folders': { name: 'Sandbox for commands', effect: 'Folders whose commands run in a sandbox. Usually none.' },
    'mcp_servers': { name: 'MCP servers', effect: 'Tools that Parley passes to agents. Usually none.' },
  } satisfies Record<AnyKey, { name: string, effect: string }>,

  /** The values of choices. */
  values: {
    'appearance.theme': { system: 'System', light: 'Light', dark: 'Dark' },
    'appearance.contrast': { system: 'System', more: 'More' },
    'appearance.density': { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' },
  } as Partial<Record<PreferenceKey, Readonly<Record<string, string>>>>,
  on: 'on',
  off: 'off',

  agents: {
    about: 'Every agent that can be picked for a thread. Yours are listed first.',
    settingsOf: (name: string) => `Settings of ${name}`,
    settings: 'Settings',
    edit: 'Edit',
    editAgent: (name: string) => `Edit ${name}`,
    hide: 'Hide',
    hideAgent: (name: string) => `Hide ${name}`,
    unhide: 'Unhide',
    unhideAgent: (name: string) => `Unhide ${name}`,
    add: 'Add agent',
  },

  sandbox: {
    about: 'Commands in these folders, and below, run in a sandbox. A thread’s menu switches it: “Sandbox for commands”.',
    none: 'No folder yet: commands run with all your rights.',
    unknown: 'This part of settings.json cannot be read, so no command is run until it is mended.',
    network: 'network allowed',
    noNetwork: 'no network',
    writes: (folders: readonly string[]) => `may also write to ${folders.join(', ')}`,
    scratch: 'Threads without a folder',
  },
} as const

/** A value as it is said; in the effect of a key, within a sentence. */
export function describeValue(key: PreferenceKey, value: string | number | boolean): string {
  if (typeof value === 'boolean')
    return value ? settingsWords.on : settingsWords.off
  return typeof value === 'string' ? settingsWords.values[key]?.[value] ?? value : String(value)
}
