import type { ElectronApplication, Page } from '@playwright/test'

/** Parley running in one of its two shells. */
export interface Shell {
  readonly page: Page
  /** The desktop's main process. */
  readonly electron?: ElectronApplication
  /** Of a web host, with the token that lets a page in. */
  readonly address?: string
  /** What the host wrote on stderr. */
  readonly log: () => string
  close: () => Promise<void>
  /** As by `kill -9`, or a loss of power. */
  kill: () => Promise<void>
}

/** How a shell is to be started. */
export interface ShellStart {
  /** A packed app's program; Electron with the repository when absent. */
  readonly program?: string
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Called with the page before it loads. */
  readonly onPage: (page: Page) => void
}
