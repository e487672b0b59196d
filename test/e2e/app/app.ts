import type { ElectronApplication, Page } from '@playwright/test'
import type { HostClient } from './hostClient'
import type { ShellStart } from './shell'
import type { OwnFolders, TestFolders } from './testFolders'

/** The Parley of a test. */
export interface App {
  readonly page: Page
  readonly shell: 'desktop' | 'web'
  readonly folders: TestFolders
  /** Every process that Parley started carries it: see `markedProcesses`. */
  readonly mark: string
  /** A connection of the test's own to a web host. */
  client: () => Promise<HostClient | undefined>
  /** Allows the page to log this error; any other fails the test. */
  allowError: (pattern: RegExp) => void
}

/** A test's own Parley, which it may quit and restart. */
export interface OwnApp extends App {
  /** The page that shows Parley; another one after `restart`. */
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

/** What a fixture needs to clean up after a test. */
export interface Lent {
  /** The host's stderr. */
  log: () => string
  /** Removes everything; throws if a process is left or the page logged an error. */
  end: () => Promise<void>
}
