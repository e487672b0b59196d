import type { ElectronApplication, Page } from '@playwright/test'

/** Parley running in one of its two shells. */
export interface Shell {
  readonly page: Page
  /** The desktop's main process. */
  readonly electron?: ElectronApplication
  /** Of a web host, with the token for the page. */
  readonly address?: string
  /** The host's stderr. */
  readonly log: () => string
  close: () => Promise<void>
  /** Like `kill -9`, or a power failure. */
  kill: () => Promise<void>
}

/** How to start a shell. */
export interface ShellStart {
  /** A packed app's program; Electron with the repository when absent. */
  readonly program?: string
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Called with the page before it loads. */
  readonly onPage: (page: Page) => void
}
