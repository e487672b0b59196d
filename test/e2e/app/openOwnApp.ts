import type { AgentCommand } from './agentCommand'
import type { OwnApp, TestCleanup } from './app'
import type { BrowserPage } from './browserPage'
import type { Shell, ShellStart } from './shell'
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { errorBoxSign } from '../../support/electron-double/systemDoubles'
import { startDesktop } from './desktopShell'
import { testEnvironment } from './environment'
import { type HostClient, openHostClient } from './hostClient'
import { markedProcesses } from './markedProcesses'
import { PageErrors } from './pageErrors'
import { type OwnFolders, ownFolders } from './testFolders'
import { startWeb } from './webShell'

/** How to start Parley for a single test. */
export interface OwnAppOptions {
  /** The page for the web shell; if absent, the desktop shell is started. */
  readonly browserPage: BrowserPage | undefined
  readonly agents: Readonly<Record<string, AgentCommand>>
  /** The content of `settings.json`, instead of `agents`. */
  readonly settings?: object | string | undefined
  /** Prepares the folders before Parley starts. */
  readonly prepare?: (folders: OwnFolders) => void
  readonly flags?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
  /** The program of a packed app, instead of Electron with the repository. */
  readonly program?: string | undefined
}

/** Starts Parley with its own folders. */
export async function openOwnApp(options: OwnAppOptions): Promise<OwnApp & TestCleanup> {
  const { browserPage, agents, prepare, flags = [], variables, program } = options
  const folders = ownFolders()
  const settings = options.settings ?? (Object.keys(agents).length > 0 ? { agent_servers: agents } : undefined)
  if (settings !== undefined)
    folders.writeSettings(settings)
  prepare?.(folders)
  const mark = randomUUID()
  const errors = new PageErrors()
  const start: ShellStart = {
    ...program !== undefined && { program },
    flags: ['--data-dir', folders.data, ...flags],
    env: { ...testEnvironment({ home: folders.home, mark }), ...variables },
    onPage: page => errors.listen(page),
  }
  const open = (): Promise<Shell> => browserPage ? startWeb(start, browserPage) : startDesktop(start)
  let running: Shell | undefined = await open()
  let lastShell = running
  let client: Promise<HostClient> | undefined
  const disconnect = async (): Promise<void> => {
    (await client)?.close()
    client = undefined
  }
  const close = async (): Promise<void> => {
    await disconnect()
    await running?.close()
    running = undefined
  }

  return {
    get page() {
      return lastShell.page
    },
    get electron() {
      return lastShell.electron
    },
    shell: browserPage ? 'web' : 'desktop',
    folders,
    mark,
    client: async () => running?.address === undefined ? undefined : client ??= openHostClient(running.address),
    start,
    allowError: pattern => errors.allow(pattern),
    close,
    restart: async () => {
      await close()
      running = lastShell = await open()
    },
    restartKilled: async () => {
      await disconnect()
      await running?.kill()
      running = undefined
      running = lastShell = await open()
    },
    log: () => lastShell.log(),
    end: async () => {
      await close()
      await expect.poll(() => markedProcesses(mark), { message: 'no process is left of the app', timeout: 10_000 }).toEqual([])
      folders.remove()
      expect(lastShell.log(), 'nobody was shown an error of Electron\'s').not.toContain(errorBoxSign)
      expect(errors.unexpected, 'the page complained of nothing unexpected').toEqual([])
    },
  }
}
