import type { SettingsFault } from '../settings/settings'

/** The answer to a renderer's first call. */
export interface HostGreeting {
  readonly version: string
  readonly shell: 'desktop' | 'web'
  readonly platform: string
  readonly canChooseFolder: boolean
  /**
   * Who can notify outside the window: the host, the page once its browser allows it, or no one, as the browser would
   * forget.
   */
  readonly notifier: 'host' | 'page' | 'none'
  /** What the New thread form is filled with. */
  readonly preselect: { readonly agentId?: string, readonly folder?: string }
  readonly settingsPath: string
  readonly settingsFaults: SettingsFault[]
  /** What happened to the stored data, such as a damaged database that was set aside. */
  readonly problems: string[]
  /** As `words` in the event of that name. */
  readonly storageTrouble?: string
}
