import type { AgentCommand } from './app/agentCommand'
import type { App, Lent, OwnApp, ShellName } from './app/app'
import type { OwnFolders } from './app/testFolders'
import { test as base, type Browser, type TestInfo } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { openOwnApp } from './app/openOwnApp'
import { openSharedApp, type SharedParts } from './app/openSharedApp'
import { SharedHost } from './app/sharedHost'
import { SharedPage } from './app/sharedPage'

export type { App, OwnApp } from './app/app'
export { expect } from '@playwright/test'

interface Options {
  /** The person's own agents, by name. */
  agents: Readonly<Record<string, AgentCommand>>
}

/** These hold for `ownApp` only. */
interface OwnOptions {
  /** The content of `settings.json`, instead of `agents`: an object, or a text as it stands. */
  settings: object | string | undefined
  /** Readies the folders before Parley starts on them. */
  prepare: (folders: OwnFolders) => void
  /** Further command line flags. */
  flags: string[]
  /** Further variables of Parley's environment. */
  variables: Record<string, string>
  /** The pause between two pieces of what the Demo agent says. */
  paceMs: number
}

interface Fixtures {
  /**
   * Parley with no threads. In the web shell the host is shared with other tests, each of which takes away what it made: a test that
   * restarts it or changes its settings takes `ownApp`.
   */
  app: App
  /** A Parley that is started for this test alone. */
  ownApp: OwnApp
}

interface WorkerFixtures {
  openBrowser: () => Promise<Browser>
  share: () => Promise<SharedParts>
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
  paceMs: [0, { option: true }],

  app: async ({ agents, openBrowser, share }, use, testInfo) => {
    const shell = shellOf(testInfo)
    const app = shell === 'web'
      ? await openSharedApp(await share(), agents)
      : await openOwnApp({ shell, openBrowser, agents })
    await use(app)
    await app.end().finally(() => attachLog(app, testInfo))
  },

  ownApp: async ({ agents, settings, prepare, flags, variables, paceMs, openBrowser }, use, testInfo) => {
    const app = await openOwnApp({ shell: shellOf(testInfo), openBrowser, agents, settings, prepare, flags, variables, paceMs })
    await use(app)
    await app.end().finally(() => attachLog(app, testInfo))
  },

  openBrowser: [async ({ playwright }, use) => {
    let browser: Promise<Browser> | undefined
    await use(() => browser ??= playwright.chromium.launch({ executablePath: findBrowser() }))
    await (await browser)?.close()
  }, { scope: 'worker' }],

  share: [async ({ openBrowser }, use) => {
    let parts: Promise<SharedParts> | undefined
    await use(() => parts ??= startShared(openBrowser))
    await (await parts)?.host.stop()
  }, { scope: 'worker' }],
})

async function startShared(openBrowser: () => Promise<Browser>): Promise<SharedParts> {
  const host = await SharedHost.start()
  return { host, shared: await SharedPage.open(await openBrowser(), host.address) }
}

function shellOf({ project }: TestInfo): ShellName {
  return project.name === 'desktop' ? 'desktop' : 'web'
}

async function attachLog(app: Lent, testInfo: TestInfo): Promise<void> {
  if (app.log() !== '')
    await testInfo.attach('host.log', { body: app.log() })
}
