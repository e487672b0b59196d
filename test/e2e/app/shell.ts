import type { ElectronApplication, Page } from '@playwright/test'

/** A running Parley in one of its two shells. */
export interface Shell {
  readonly page: Page
  /** The desktop's main process. */
  readonly electron?: ElectronApplication
  /** The address of a web host, with the token for the page. */
  readonly address?: string
  /** The host's stderr. */
  readonly log: () => string
  close: () => Promise<void>
  /** Kills Parley, like `kill -9` or a power failure. */
  kill: () => Promise<void>
}

/** How to start a shell. */
export interface ShellStart {
  /** The program of a packed app; if absent, Electron with the repository. */
  readonly program?: string
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Called with the page before it loads. */
  readonly onPage: (page: Page) => void
}
