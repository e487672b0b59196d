/** The sections of the page "Settings", in its order. */
export const settingsSections = [
  'appearance',
  'notifications',
  'agents',
  'rules',
  'decisions',
  'sandbox',
  'mcp',
  'editor',
  'terminal',
  'keyboard',
  'file',
] as const
/** The name of a section. */
export type SettingsSection = (typeof settingsSections)[number]

/** A section of the settings, and what it shall show there: a rule, or the decisions of a thread. */
export interface SettingsPlace {
  readonly section: SettingsSection
  readonly about?: string
}

/** The address of a place within the page. */
export function settingsAddress({ section, about }: SettingsPlace): string {
  return `#/settings/${section}${about === undefined ? '' : `/${encodeURIComponent(about)}`}`
}

/** The place that an address names; an unknown section is the first. */
export function settingsPlace(hash: string): SettingsPlace | undefined {
  const named = /^#\/settings(?:\/([a-z]*)(?:\/(.+))?)?$/.exec(hash)
  if (!named)
    return undefined
  const section = settingsSections.find(known => known === named[1]) ?? settingsSections[0]
  return { section, ...named[2] !== undefined && { about: decodeURIComponent(named[2]) } }
}
