/** What one control sets: its kind, and its usual value, which applies while `settings.json` does not say another. */
type Preference
  = | { readonly kind: 'choice', readonly values: readonly string[], readonly usual: string }
    | { readonly kind: 'number', readonly least: number, readonly most: number, readonly usual: number }
    | { readonly kind: 'switch', readonly usual: boolean }

/**
 * Every key of `settings.json` that holds one plain value, by its path. The reader and the settings page are made from
 * this table.
 */
export const preferences = {
  'appearance.theme': { kind: 'choice', values: ['system', 'light', 'dark'], usual: 'system' },
  'appearance.contrast': { kind: 'choice', values: ['system', 'more'], usual: 'system' },
  'appearance.density': { kind: 'choice', values: ['compact', 'normal', 'roomy'], usual: 'normal' },
  /** Pixels, of menus and lists; all other words follow. */
  'appearance.text_size': { kind: 'number', least: 11, most: 20, usual: 13 },
  /** Pixels. */
  'appearance.code_size': { kind: 'number', least: 10, most: 20, usual: 12 },
  /** What is told of a thread out of view. */
  'notifications.waiting': { kind: 'switch', usual: true },
  'notifications.failed': { kind: 'switch', usual: true },
  'notifications.ended': { kind: 'switch', usual: true },
  /** Whether what changes in a thread's folders is recorded, so that it can be reviewed and undone. */
  'record_changes': { kind: 'switch', usual: true },
  /**
   * 0 keeps idle agents running. Long enough for a pause, short enough that forgotten agents do not fill the memory.
   */
  'idle_minutes': { kind: 'number', least: 0, most: Infinity, usual: 30 },
} as const satisfies Record<string, Preference>

/** The path of such a key. */
export type PreferenceKey = keyof typeof preferences
type ValueOf<P> = P extends { kind: 'choice', values: readonly (infer V)[] } ? V : P extends { kind: 'number' } ? number : boolean

/** The value of each, set or usual. */
export type Preferences = { readonly [K in PreferenceKey]: ValueOf<(typeof preferences)[K]> }

/** All of these keys, in the order of the table. */
export const preferenceKeys = Object.keys(preferences) as PreferenceKey[] // the keys of a constant object

/** What applies where nothing is set. */
export const usualPreferences = Object.fromEntries(
  preferenceKeys.map(key => [key, preferences[key].usual]),
) as Preferences // each value from its own entry

/** What the control of a key sets. */
export function getPreference(key: PreferenceKey): Preference {
  return preferences[key]
}

/** Why a value cannot be set, in words that say what could. */
export function preferenceFault(key: PreferenceKey, value: unknown): string | undefined {
  const preference = getPreference(key)
  switch (preference.kind) {
    case 'choice':
      return typeof value === 'string' && preference.values.includes(value)
        ? undefined
        : `This must be one of ${preference.values.map(known => `"${known}"`).join(', ')}.`
    case 'number':
      return typeof value === 'number' && value >= preference.least && value <= preference.most
        ? undefined
        : `This must be a number, ${preference.least} ${preference.most === Infinity ? 'or more' : `to ${preference.most}`}.`
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'This must be true or false.'
  }
}
