/** The sections of the settings page, in order. */
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
  'about',
] as const
/** The name of a section. */
export type SettingsSection = (typeof settingsSections)[number]

/** A section of the settings and its subject: a rule, or the decisions of a thread. */
export interface SettingsPlace {
  readonly section: SettingsSection
  readonly about?: string
}

/** Formats the address of a place within the page. */
export function toSettingsAddress({ section, about }: SettingsPlace): string {
  return `#/settings/${section}${about === undefined ? '' : `/${encodeURIComponent(about)}`}`
}

/** Parses the address of a place. An unknown section becomes the first one. */
export function parseSettingsAddress(hash: string): SettingsPlace | undefined {
  const named = /^#\/settings(?:\/([a-z]*)(?:\/(.+))?)?$/.exec(hash)
  if (!named)
    return undefined
  const section = settingsSections.find(known => known === named[1]) ?? settingsSections[0]
  return { section, ...named[2] !== undefined && { about: decodeURIComponent(named[2]) } }
}
