import type { SettingsFault } from '../settings/settings'

/** The host's response to a renderer's first call. */
export interface HostGreeting {
  readonly version: string
  readonly shell: 'desktop' | 'web'
  readonly platform: string
  readonly canChooseFolder: boolean
  /**
   * Who shows notifications outside the window: the host, the page (if the browser permits it), or neither, because the
   * browser would not remember the permission.
   */
  readonly notifier: 'host' | 'page' | 'none'
  /** Initial values for the New thread form. */
  readonly preselect: { readonly agentId?: string, readonly folder?: string }
  /** The folder in which Parley stores all of its data. */
  readonly dataFolder: string
  /** Whether the file manager can show the data folder. */
  readonly canReveal: boolean
  readonly settingsPath: string
  readonly settingsFaults: SettingsFault[]
  /** Problems found in the stored data at startup, such as a damaged database that was moved aside. */
  readonly problems: string[]
  /** Same as `words` in the `storageTrouble` event. */
  readonly storageTrouble?: string
}
