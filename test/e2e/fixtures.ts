import type { AgentCommand } from './app/agentCommand'
import type { App, OwnApp, TestCleanup } from './app/app'
import type { OwnFolders } from './app/testFolders'
import { test as base, type Browser, type TestInfo } from '@playwright/test'
import { findHeadlessBrowser } from '../../scripts/findBrowser.mjs'
import { lightBrowser } from '../support/browserSwitches'
import { BrowserPage } from './app/browserPage'
import { openOwnApp } from './app/openOwnApp'
import { openSharedApp } from './app/openSharedApp'
import { SharedHost } from './app/sharedHost'

export type { App, OwnApp } from './app/app'
export { expect } from '@playwright/test'

interface Options {
  /** The person's own agents, by name. */
  agents: Readonly<Record<string, AgentCommand>>
}

/** These hold for `ownApp` only. */
interface OwnOptions {
  /** The content of `settings.json`, instead of `agents`: an object, or its text. */
  settings: object | string | undefined
  /** Readies the folders before Parley starts on them. */
  prepare: (folders: OwnFolders) => void
  /** Further command line flags. */
  flags: string[]
  /** Further variables of Parley's environment. */
  variables: Record<string, string>
  /** A packed app's program, on the desktop. */
  program: string | undefined
  /** In the web shell, a page that no other test gets: for a test that changes it permanently, such as its clock. */
  freshPage: boolean
}

interface Fixtures {
  /**
   * Parley with no threads. In the web shell the host is shared with other tests, each of which takes away what it made: a test that
   * restarts it or changes its settings takes `ownApp`.
   */
  app: App
  /** A Parley started only for this test. */
  ownApp: OwnApp
  /** Where `ownApp` is shown; the desktop shell has a window instead. */
  browserPage: BrowserPage | undefined
}

interface WorkerFixtures {
  openBrowser: () => Promise<Browser>
  /** The page that the worker's tests use one after the other. */
  sharePage: () => Promise<BrowserPage>
  shareHost: () => Promise<SharedHost>
}

/** Playwright's `test` with Parley in the shell that the project names. No test leaves a process, or an error in the page's console. */
export const test = base.extend<Options & OwnOptions & Fixtures, WorkerFixtures>({
  agents: [{}, { option: true }],
  settings: [undefined, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  prepare: async ({}, use) => {
    await use(() => undefined)
  },
  flags: [[], { option: true }],
  variables: [{}, { option: true }],
  program: [undefined, { option: true }],
  freshPage: [false, { option: true }],

  app: async ({ agents, shareHost, sharePage }, use, testInfo) => {
    const app = isDesktop(testInfo)
      ? await openOwnApp({ browserPage: undefined, agents })
      : await openSharedApp({ host: await shareHost(), browserPage: await sharePage(), agents })
    await use(app)
    await app.end().finally(() => attachLog(app, testInfo))
  },

  browserPage: async ({ freshPage, openBrowser, sharePage }, use, testInfo) => {
    if (isDesktop(testInfo))
      return use(undefined)
    if (!freshPage)
      return use(await sharePage())
    const browserPage = await BrowserPage.open(await openBrowser())
    await use(browserPage)
    await browserPage.close()
  },

  ownApp: async ({ browserPage, agents, settings, prepare, flags, variables, program }, use, testInfo) => {
    const app = await openOwnApp({ browserPage, agents, settings, prepare, flags, variables, program })
    await use(app)
    await app.end().finally(() => attachLog(app, testInfo))
  },

  openBrowser: [async ({ playwright }, use) => {
    let browser: Promise<Browser> | undefined
    await use(() => browser ??= playwright.chromium.launch({ executablePath: findHeadlessBrowser(), args: [lightBrowser] }))
    await (await browser)?.close()
  }, { scope: 'worker' }],

  sharePage: [async ({ openBrowser }, use) => {
    let browserPage: Promise<BrowserPage> | undefined
    await use(() => browserPage ??= openBrowser().then(browser => BrowserPage.open(browser)))
  }, { scope: 'worker' }],

  // eslint-disable-next-line no-empty-pattern -- as above
  shareHost: [async ({}, use) => {
    let host: Promise<SharedHost> | undefined
    await use(() => host ??= SharedHost.start())
    await (await host)?.stop()
  }, { scope: 'worker' }],
})

function isDesktop({ project }: TestInfo): boolean {
  return project.name === 'desktop'
}

async function attachLog(app: TestCleanup, testInfo: TestInfo): Promise<void> {
  if (app.log() !== '')
    await testInfo.attach('host.log', { body: app.log() })
}
