import type { Preferences } from '../../shared/settings/preferences'
import type { Sealing } from '../store/secretStore'

/** What only a shell can do for the host. */
export interface Platform {
  readonly shell: 'desktop' | 'web'
  /** Opens the system's folder dialog; `undefined` if it was cancelled. Absent if there is none. */
  chooseFolder?(startAt?: string): Promise<string | undefined>
  /**
   * Asks where to save a file, and whether to replace one; `undefined` if it was cancelled. Absent if the page saves
   * files itself.
   */
  choosePlaceToSave?(name: string): Promise<string | undefined>
  /** Opens a web or mail address outside Parley. Rejects with `unsupported` if the page has to do it. */
  openExternal(url: string): Promise<void>
  /** Shows a file in the system's file manager. Absent where the host has to ask for that itself. */
  revealFile?(path: string): void
  /**
   * Shows on the app's icon how many questions wait for the person; 0 removes the number. Absent if there is no icon.
   */
  showWaiting?(count: number): void
  /**
   * Gives windows and the system's own dialogs their theme, before a page is shown. Absent if the page does that alone.
   */
  showTheme?(theme: Preferences['appearance.theme']): void
  /** Shows a notification; `onOpen` is called when the person clicks it. Answers with what takes it away. */
  notify?(message: { title: string, body: string, onOpen: () => void }): () => void
  /**
   * The page may ask its browser for notifications: its address is the same after a restart, so that the answer is
   * kept.
   */
  readonly isAddressKept?: boolean
  /** The system's keychain; absent if the shell has none. Called with the first secret: it may ask the person. */
  sealing?(): Sealing | undefined
}
