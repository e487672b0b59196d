import type { Preferences } from '../../shared/settings/preferences'
import type { Sealing } from '../store/secretStore'

/** Functions that only a shell can provide. */
export interface Platform {
  readonly shell: 'desktop' | 'web'
  /** Opens the system's folder dialog. Resolves to `undefined` if cancelled. Absent if there is no dialog. */
  chooseFolder?(startAt?: string): Promise<string | undefined>
  /**
   * Asks where to save a file, and confirms replacing one. Resolves to `undefined` if cancelled. Absent if the page
   * saves files itself.
   */
  choosePlaceToSave?(name: string): Promise<string | undefined>
  /** Opens a web or mail address externally. Rejects with `unsupported` if the page has to do that. */
  openExternal(url: string): Promise<void>
  /** Reveals a file in the file manager. Absent if the host does it itself. */
  revealFile?(path: string): void
  /** Shows the number of pending questions on the app's icon; 0 removes it. Absent if there is no icon. */
  showWaiting?(count: number): void
  /** Sets the theme of windows and system dialogs before a page is shown. Absent if the page does it. */
  showTheme?(theme: Preferences['appearance.theme']): void
  /** Shows a notification that calls `onOpen` on click. Returns a function that removes it. */
  notify?(message: { title: string, body: string, onOpen: () => void }): () => void
  /** Whether the page's address survives restarts. If so, it may ask for notification permission. */
  readonly isAddressKept?: boolean
  /** Returns the system's keychain, if any. Called with the first secret, because the system may ask the person. */
  sealing?(): Sealing | undefined
}
