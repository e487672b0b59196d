import type { Shell, ShellStart } from './app/shell'
import { randomUUID } from 'node:crypto'
import { test as base, type Browser, type ElectronApplication, expect, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { startDesktop } from './app/desktopShell'
import { markedProcesses, markName } from './app/markedProcesses'
import { testFolders, type TestFolders } from './app/testFolders'
import { startWeb } from './app/webShell'

export { expect } from '@playwright/test'

/** Parley as a test has it: in the shell that the project names, on folders of its own. */
export interface App {
  /** The page that shows Parley; another one after `restart`. */
  readonly page: Page
  readonly shell: 'desktop' | 'web'
  /** The desktop's main process. */
  readonly electron: ElectronApplication | undefined
  readonly folders: TestFolders
  readonly start: ShellStart
  /** Ends Parley and starts it again on the same data. */
  restart: () => Promise<void>
  close: () => Promise<void>
  /** Says that the page may complain of this; any other complaint fails the test. */
  allowError: (pattern: RegExp) => void
}

interface Options {
  /** The content of `settings.json`: an object, or a text as it stands. */
  settings: object | string | undefined
  /** Readies the folders before Parley starts on them. */
  prepare: (folders: TestFolders) => void
  /** Further command line flags. */
  flags: string[]
  /** Further variables of Parley's environment. */
  variables: Record<string, string>
  /** The pause between two pieces of what the Demo agent says. */
  paceMs: number
}

/** Playwright's `test` with Parley running. Close it yourself or leave it: either way no process may be left behind. */
export const test = base.extend<Options & { app: App }, { openBrowser: () => Promise<Browser> }>({
  settings: [undefined, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  prepare: async ({}, use) => {
    await use(() => undefined)
  },
  flags: [[], { option: true }],
  variables: [{}, { option: true }],
  paceMs: [0, { option: true }],

  openBrowser: [async ({ playwright }, use) => {
    let browser: Promise<Browser> | undefined
    await use(() => browser ??= playwright.chromium.launch({ executablePath: findBrowser() }))
    await (await browser)?.close()
  }, { scope: 'worker' }],

  app: async ({ settings, prepare, flags, variables, paceMs, openBrowser }, use, testInfo) => {
    const folders = testFolders()
    if (settings !== undefined)
      folders.writeSettings(settings)
    prepare(folders)
    const mark = randomUUID()
    const errors: string[] = []
    const allowed: RegExp[] = []
    const start: ShellStart = {
      flags: ['--data-dir', folders.data, ...flags],
      env: { ...environment({ home: folders.home, mark }), DEMO_AGENT_PACE_MS: String(paceMs), ...variables },
      onPage: page => collectErrors(page, errors),
    }
    const open = async (): Promise<Shell> =>
      testInfo.project.name === 'desktop' ? startDesktop(start) : startWeb(start, await openBrowser())
    let running: Shell | undefined = await open()
    let lastShell = running
    const close = async (): Promise<void> => {
      await running?.close()
      running = undefined
    }

    await use({
      get page() {
        return lastShell.page
      },
      get electron() {
        return lastShell.electron
      },
      shell: testInfo.project.name === 'desktop' ? 'desktop' : 'web',
      folders,
      start,
      close,
      restart: async () => {
        await close()
        running = lastShell = await open()
      },
      allowError: pattern => allowed.push(pattern),
    })

    await close()
    await testInfo.attach('host.log', { body: lastShell.log() })
    await expect.poll(() => markedProcesses(mark), { message: 'no process is left of the app', timeout: 10_000 }).toEqual([])
    folders.remove()
    expect(errors.filter(error => !allowed.some(pattern => pattern.test(error))), 'the page complained of nothing unexpected').toEqual([])
  },
})

/** The machine's environment with a home of its own, so that no person's start files, history or settings take part. */
function environment({ home, mark }: { home: string, mark: string }): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(XDG_|npm_|INIT_CWD|NODE_OPTIONS|PARLEY_)/.test(name),
  ) as [string, string][] // undefined is filtered out
  return { ...Object.fromEntries(kept), HOME: home, HISTFILE: '/dev/null', PARLEY_REGISTRY: '', [markName]: mark }
}

function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', error => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error')
      errors.push(`${message.text()} (${message.location().url})`)
  })
}
