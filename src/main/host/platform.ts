import type { Sealing } from '../store/secretStore'

/** What only a shell can do for the host. */
export interface Platform {
  readonly shell: 'desktop' | 'web'
  /** Opens the system's folder dialog; `undefined` when it was closed without a choice. Absent where there is none. */
  chooseFolder?(startAt?: string): Promise<string | undefined>
  /** Opens a web or mail address outside Parley. Rejects with `unsupported` where the page itself has to. */
  openExternal(url: string): Promise<void>
  /** Shows on the app's icon how many questions wait for the person; 0 takes it away. Absent where there is no icon. */
  showWaiting?(count: number): void
  /** Tells a person who is elsewhere that something waits; `onOpen` when they follow it. */
  notify?(message: { title: string, body: string, onOpen: () => void }): void
  /** The system's keychain; absent where the shell can reach none. */
  readonly sealing?: Sealing
}
