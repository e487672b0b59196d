/** The kind of a preference, and its default. */
type Preference
  = | { readonly kind: 'choice', readonly values: readonly string[], readonly default: string }
    | { readonly kind: 'number', readonly min: number, readonly max: number, readonly default: number }
    | { readonly kind: 'switch', readonly default: boolean }
    /** Empty: the default. */
    | { readonly kind: 'text', readonly default: '' }

/** Every scalar key of `settings.json`, by path. Both the settings parser and the settings page use this table. */
export const preferences = {
  'appearance.theme': { kind: 'choice', values: ['system', 'light', 'dark'], default: 'system' },
  'appearance.contrast': { kind: 'choice', values: ['system', 'more'], default: 'system' },
  'appearance.density': { kind: 'choice', values: ['compact', 'normal', 'roomy'], default: 'normal' },
  /** Pixels, for menus and lists; all other text sizes derive from it. */
  'appearance.text_size': { kind: 'number', min: 11, max: 20, default: 13 },
  /** Pixels. */
  'appearance.code_size': { kind: 'number', min: 10, max: 20, default: 12 },
  /** Families of the system. Empty: the bundled fonts. */
  'appearance.text_font': { kind: 'text', default: '' },
  'appearance.code_font': { kind: 'text', default: '' },
  'appearance.motion': { kind: 'choice', values: ['system', 'reduced'], default: 'system' },
  /** Whether the work of an ended turn is folded into one line. */
  'appearance.fold_work': { kind: 'switch', default: true },
  /** Which notifications are shown for a thread out of view. */
  'notifications.waiting': { kind: 'switch', default: true },
  'notifications.failed': { kind: 'switch', default: true },
  'notifications.ended': { kind: 'switch', default: true },
  /** Whether changes in a thread's folders are recorded for review and undo. */
  'record_changes': { kind: 'switch', default: true },
  /**
   * 0 keeps idle agents running. The default is longer than a break, but keeps forgotten agents from filling the
   * memory.
   */
  'idle_minutes': { kind: 'number', min: 0, max: Infinity, default: 30 },
  /** Path of the shell of new terminals. Empty: the login shell. */
  'terminal.shell': { kind: 'text', default: '' },
  /** A family of the system. Empty: the code font. */
  'terminal.font': { kind: 'text', default: '' },
  'terminal.light_colors': { kind: 'choice', values: ['parley', 'solarized', 'high_contrast'], default: 'parley' },
  'terminal.dark_colors': { kind: 'choice', values: ['parley', 'solarized', 'high_contrast'], default: 'parley' },
  'terminal.cursor': { kind: 'choice', values: ['block', 'bar', 'underline'], default: 'block' },
  /** Number of lines kept above the screen. */
  'terminal.scrollback': { kind: 'number', min: 0, max: 100_000, default: 5_000 },
  'terminal.copy_on_select': { kind: 'switch', default: false },
  /** Whether a screen reader announces output, which is slower. */
  'terminal.screen_reader': { kind: 'switch', default: false },
  /** Whether the text of a terminal is restored after a restart. */
  'terminal.keep_text': { kind: 'switch', default: true },
} as const satisfies Record<string, Preference>

const maxTextLength = 1024

export type PreferenceKey = keyof typeof preferences
type ValueOf<P> = P extends { kind: 'choice', values: readonly (infer V)[] }
  ? V
  : P extends { kind: 'number' } ? number : P extends { kind: 'text' } ? string : boolean

/** The values of all preferences, set or default. */
export type Preferences = { readonly [K in PreferenceKey]: ValueOf<(typeof preferences)[K]> }

/** All keys, in the order of the table. */
export const preferenceKeys = Object.keys(preferences) as PreferenceKey[] // the keys of a constant object

/** The default values. */
export const defaultPreferences = Object.fromEntries(
  preferenceKeys.map(key => [key, preferences[key].default]),
) as Preferences // each value from its own entry

export function getPreference(key: PreferenceKey): Preference {
  return preferences[key]
}

/** Why a value is invalid, with the valid ones; `undefined` if it is valid. */
export function findPreferenceFault(key: PreferenceKey, value: unknown): string | undefined {
  const preference = getPreference(key)
  switch (preference.kind) {
    case 'choice':
      return typeof value === 'string' && preference.values.includes(value)
        ? undefined
        : `This must be one of ${preference.values.map(known => `"${known}"`).join(', ')}.`
    case 'number':
      return typeof value === 'number' && value >= preference.min && value <= preference.max
        ? undefined
        : `This must be a number, ${preference.min} ${preference.max === Infinity ? 'or more' : `to ${preference.max}`}.`
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'This must be true or false.'
    case 'text':
      return typeof value === 'string' && value.length <= maxTextLength && !/\p{Cc}/u.test(value)
        ? undefined
        : `This must be a text of at most ${maxTextLength} characters in one line.`
  }
}
