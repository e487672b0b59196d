import type { ElectronApplication, Page } from '@playwright/test'
import type { HostClient } from './hostClient'
import type { ShellStart } from './shell'
import type { OwnFolders, TestFolders } from './testFolders'

/** The Parley instance that a test drives. */
export interface App {
  readonly page: Page
  readonly shell: 'desktop' | 'web'
  readonly folders: TestFolders
  /** Marks every process that Parley starts. */
  readonly mark: string
  /** The test's own connection to the web host. */
  client: () => Promise<HostClient | undefined>
  /** Allows the page to log this error; any other fails the test. */
  allowError: (pattern: RegExp) => void
}

/** A Parley instance of one test, which may quit and restart it. */
export interface OwnApp extends App {
  /** The page that shows Parley. `restart` replaces it. */
  readonly page: Page
  readonly folders: OwnFolders
  /** The desktop's main process. */
  readonly electron: ElectronApplication | undefined
  readonly start: ShellStart
  /** Ends Parley and starts it again on the same data. */
  restart: () => Promise<void>
  close: () => Promise<void>
  /** The host's stderr since its last start. */
  log: () => string
  /** Kills Parley, as by `kill -9`, and starts it again on the same data. */
  restartKilled: () => Promise<void>
}

/** What a fixture cleans up after a test. */
export interface TestCleanup {
  /** The host's stderr. */
  log: () => string
  /** Deletes the folders; throws if a process is still running or the page logged an error. */
  end: () => Promise<void>
}
