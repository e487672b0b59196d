import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { PreferenceKey } from '../../../shared/settings/preferences'
import type { AnyKey } from '../../../shared/settings/settingsKeys'
import type { SettingsSection } from '../../composables/settingsPlace'

const terminalColors = { parley: 'Parley', solarized: 'Solarized', high_contrast: 'High contrast' } as const

/** Strings of the settings page. */
export const settingsWords = {
  title: 'Settings',
  back: 'Back',
  search: 'Search settings',
  nav: 'Sections',
  none: 'No setting matches.',
  found: 'Matching settings',
  open: 'Open',
  openSection: (name: string) => `Open: ${name}`,
  usual: (value: string) => `Default: ${value}.`,
  notSaved: (why: string) => `Not saved: ${why}`,
  file: {
    about: 'This file contains all settings. Changes apply at once; comments are kept.',
    copy: 'Copy path',
    unknown: 'Keys that this version does not know',
    unknownAbout: 'They have no effect here. Change or remove them in the file.',
  },

  about: {
    version: ({ version, shell, platform }: HostGreeting) =>
      `Parley ${version}, ${shell === 'desktop' ? 'desktop' : 'in a browser'}, ${platform}`,
    copyVersion: 'Copy version',
    data: 'Your data',
    dataAbout: 'Threads, recorded changes, settings and backups are stored in this folder.',
    copyPath: 'Copy path of the data folder',
    reveal: 'Show in file manager',
    licences: 'Licences',
    licencesAbout: 'Parley is free software under the MIT licence. It contains packages with licences of their own.',
    showLicences: 'Show their licences',
    noLicences: 'Not found: this build has no list of licences.',
  },

  sections: {
    appearance: 'Appearance',
    notifications: 'Notifications',
    agents: 'Agents',
    rules: 'Rules',
    decisions: 'Decisions',
    sandbox: 'Sandbox',
    mcp: 'MCP servers',
    editor: 'Editor',
    terminal: 'Terminal',
    keyboard: 'Keyboard',
    file: 'settings.json',
    about: 'About',
  } satisfies Record<SettingsSection, string>,

  keys: {
    'appearance.theme': { name: 'Theme', effect: 'Light, dark, or the system’s choice.' },
    'appearance.contrast': { name: 'Contrast', effect: 'Stronger lines and plain surfaces, or the system’s choice.' },
    'appearance.density': { name: 'Density', effect: 'How much space rows and messages take.' },
    'appearance.text_size': { name: 'Text size', effect: 'Menus, messages and other text, in pixels.' },
    'appearance.code_size': { name: 'Code size', effect: 'Commands, diffs and other code, in pixels.' },
    'appearance.text_font': { name: 'Text font', effect: 'Name of a font on this computer, such as Segoe UI.' },
    'appearance.code_font': { name: 'Code font', effect: 'Name of a font on this computer, such as Fira Code, without its ligatures.' },
    'appearance.motion': { name: 'Motion', effect: 'How much moves: spinners, and what opens or folds.' },
    'appearance.fold_work': {
      name: 'Fold work when it is done',
      effect: 'Folds the work of a finished turn into one line. The answer and its changes stay visible.',
    },
    'notifications.waiting': { name: 'Waiting for you', effect: 'Something needs your answer in a thread you are not looking at.' },
    'notifications.failed': {
      name: 'Stopped before it was done',
      effect: 'A turn you are not looking at ends early: an error, a limit, a refusal.',
    },
    'notifications.ended': { name: 'Finished', effect: 'A turn you are not looking at ends well.' },
    'idle_minutes': {
      name: 'Idle minutes',
      effect: 'An idle agent is shut down after this time and resumes with your next message; 0 keeps it running.',
    },
    'record_changes': {
      name: 'Record changes',
      effect: 'Parley records what changes in a thread’s folders, so that you can review and undo it.',
    },
    'terminal.shell': { name: 'Shell', effect: 'Path of the shell of new terminals, such as /usr/bin/fish.' },
    'terminal.font': { name: 'Terminal font', effect: 'Name of a font on this computer, such as JetBrains Mono.' },
    'terminal.light_colors': { name: 'Light colors', effect: 'Colors of terminals in the light theme.' },
    'terminal.dark_colors': { name: 'Dark colors', effect: 'Colors of terminals in the dark theme.' },
    'terminal.cursor': { name: 'Cursor', effect: 'Shape of the cursor, unless a program chooses another.' },
    'terminal.scrollback': { name: 'Scrollback', effect: 'Lines that you can scroll back in a terminal of your own.' },
    'terminal.copy_on_select': { name: 'Copy on select', effect: 'What you select in your terminals is copied.' },
    'terminal.screen_reader': {
      name: 'Screen reader text',
      effect: 'A screen reader can read the rows of your terminals. Slows down long output.',
    },
    'terminal.keep_text': { name: 'Keep text', effect: 'The text of your terminals returns after a restart.' },
    'agent_servers': { name: 'Your own agents', effect: 'Programs that speak ACP, with their arguments and environment. Default: none.' },
    'agent_defaults': { name: 'Agent settings', effect: 'Defaults, environment and capabilities of one agent. Default: the agent’s own.' },
    'hidden_agents': { name: 'Hidden agents', effect: 'Catalogue agents that aren’t listed. Default: none.' },
    'read_only_commands': {
      name: 'Read-only commands',
      effect: 'Run read-only commands such as ls, cat, rg and git status without asking. Default: off.',
    },
    'sandboxed_folders': { name: 'Sandbox for commands', effect: 'Folders whose commands run in a sandbox. Default: none.' },
    'editor': { name: 'Editor', effect: 'Where links to files open. Default: Parley, beside the conversation.' },
    'keys': { name: 'Keyboard shortcuts', effect: 'Other keys for actions. Default: those listed under “Keyboard”.' },
    'mcp_servers': { name: 'MCP servers', effect: 'Tools that Parley passes to agents. Default: none.' },
  } satisfies Record<AnyKey, { name: string, effect: string }>,

  /** Names of choices' values. */
  values: {
    'appearance.theme': { system: 'System', light: 'Light', dark: 'Dark' },
    'appearance.contrast': { system: 'System', more: 'More' },
    'appearance.density': { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' },
    'appearance.motion': { system: 'System', reduced: 'Reduced' },
    'terminal.light_colors': terminalColors,
    'terminal.dark_colors': terminalColors,
    'terminal.cursor': { block: 'Block', bar: 'Bar', underline: 'Underline' },
  } as Partial<Record<PreferenceKey, Readonly<Record<string, string>>>>,
  /** What an empty text means. */
  usualTexts: {
    'appearance.text_font': 'Inter',
    'appearance.code_font': 'JetBrains Mono',
    'terminal.shell': 'your login shell',
    'terminal.font': 'the code font',
  } as Partial<Record<PreferenceKey, string>>,
  preview: {
    name: 'Preview',
    prompt: 'Round the totals once, at the end.',
    thought: 'Thought for 3 s',
    answer: 'Each entry was rounded, so the sum was off by up to a cent per line. I’ll round the sum.',
    done: 'Done · 9 s',
  },
  on: 'on',
  off: 'off',

  notifications: {
    about: 'For threads you aren’t looking at. They show the thread’s title and what happened, never what an agent wrote.',
    host: 'Your system shows them.',
    none: 'The page title shows how many threads wait. To keep notification permission, start with a fixed --port.',
    absent: 'The page title shows how many threads wait: this browser shows no notifications.',
    allow: 'Allow notifications',
    default: 'Your browser can show them once you allow it.',
    granted: 'Your browser shows them.',
    denied: 'The page title shows how many threads wait: notifications are blocked in the browser’s settings.',
  },

  agents: {
    about: 'All agents you can choose for a thread. Yours come first.',
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
    unknown: 'This part of settings.json can’t be read, so no commands run until it is fixed.',
    network: 'network allowed',
    noNetwork: 'no network',
    writes: (folders: readonly string[]) => `may also write to ${folders.join(', ')}`,
    scratch: 'Threads without a folder',
  },
} as const

/** Describes a value for use in a sentence. */
export function describeValue(key: PreferenceKey, value: string | number | boolean): string {
  if (typeof value === 'boolean')
    return value ? settingsWords.on : settingsWords.off
  if (value === '')
    return settingsWords.usualTexts[key] ?? ''
  return typeof value === 'string' ? settingsWords.values[key]?.[value] ?? value : String(value)
}
