import type { Sealing } from '../../src/main/store/secretStore'
import type { HostClient } from '../../src/shared/contract/contract'
import type { HostEvents } from '../../src/shared/contract/hostEvents'
import { rename, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Host, openHost } from '../../src/main/host/host'
import { connectHost, type HostConnection } from '../../src/shared/rpc'
import { channelPair } from './channelPair'
import { childProcesses } from './childProcesses'
import { demoProgram } from './demoProgram'
import { ledgerProgram } from './ledgerProgram'
import { temporaryFolder } from './temporaryFolder'
import { patienceMs, TestThread } from './testThread'

/** On a busy machine the watchdog ends slow processes in four rounds of a second. */
const watchdogRounds = 6

interface HostSetup {
  /** The agents of `settings.json`, by name. By default, the file is not written. */
  readonly agents?: Record<
    string,
    (
      | { command: string, args?: string[], env?: Record<string, string> }
      | { url: string, headers?: Record<string, string>, files?: 'here' }
    ) & { default_mode?: string, default_config_options?: Record<string, string | boolean> }
  >
  /**
   * Whether changes are recorded, as in a person's settings. Needs `agents`. Off by default, because each host's ledger
   * is a thread that must start and end.
   */
  readonly isRecorded?: boolean
  readonly dataFolder?: string
  readonly workspace?: string
  readonly traceFolder?: string
  /** A keychain. */
  readonly sealing?: Sealing
  /** Address of the agent registry; absent for none. */
  readonly registryAddress?: string
  /** A folder with programs, first on PATH. */
  readonly programs?: string
  /** Interval of checks for idle agents. */
  readonly beatMs?: number
  /** How long a deleted thread can be restored. */
  readonly restorableMs?: number
  /** Further variables of Parley's environment. */
  readonly variables?: Record<string, string>
  /** The default is the web shell. */
  readonly shell?: 'desktop' | 'web'
}

/** A real host on a temporary data folder, with one renderer's connection to it. */
export class TestHost {
  readonly dataFolder: string
  readonly workspace: string
  readonly client: HostClient
  readonly connection: HostConnection
  /** Bugs reported by the host: any of them fails the test. */
  readonly faults: unknown[]
  readonly #host: Host
  #isDisposed = false

  constructor({ host, dataFolder, workspace, faults }: { host: Host, dataFolder: string, workspace: string, faults: unknown[] }) {
    this.#host = host
    this.dataFolder = dataFolder
    this.workspace = workspace
    this.faults = faults
    const pair = channelPair()
    host.connect(pair.right)
    this.connection = connectHost(pair.left)
    this.client = this.connection.host
  }

  /** The work that quitting would interrupt. */
  get work(): Host['work'] {
    return this.#host.work
  }

  /** Starts a thread with the agent of that name, like the New thread form, and opens it. */
  async startThread(
    agentName = 'Demo agent',
    { additionalFolders, isScratch = false, continues }: { additionalFolders?: string[], isScratch?: boolean, continues?: string } = {},
  ): Promise<TestThread> {
    const agent = (await this.client.listAgents({})).find(agent => agent.name === agentName)
    if (!agent)
      throw new Error(`there is no agent "${agentName}"`)
    const { threadId } = await this.client.startThread({
      agentId: agent.agentId,
      folder: isScratch ? undefined : this.workspace,
      additionalFolders,
      command: agent.command,
      continues,
    })
    return this.openThread(threadId)
  }

  /** Connects a second renderer. */
  connectAnother(): HostConnection & { close: () => void } {
    const pair = channelPair()
    this.#host.connect(pair.right)
    return { ...connectHost(pair.left), close: pair.close }
  }

  async openThread(threadId: string): Promise<TestThread> {
    return TestThread.open(this.connection, threadId)
  }

  /** Writes `settings.json`, like a person by hand, and waits until the host has read it. */
  async changeSettings(settings: object | string): Promise<void> {
    const changed = this.next('settingsChanged')
    // By renaming, like most editors: a partly written file may be read while it is still empty.
    const [path, written] = ['settings.json', 'settings.written.json'].map(name => join(this.dataFolder, name)) as [string, string]
    await writeFile(written, typeof settings === 'string' ? settings : JSON.stringify(settings))
    await rename(written, path)
    await changed
  }

  /** Waits for the next matching event of that name. */
  next<E extends keyof HostEvents>(event: E, fits: (payload: HostEvents[E]) => boolean = () => true): Promise<HostEvents[E]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no "${event}" came`)), patienceMs)
      const stop = this.connection.on(event, (payload) => {
        if (!fits(payload))
          return
        clearTimeout(timer)
        stop()
        resolve(payload)
      })
    })
  }

  async dispose(): Promise<void> {
    if (this.#isDisposed)
      return
    this.#isDisposed = true
    await this.#host.dispose()
    if (this.faults.length > 0)
      throw new Error(`the host reported: ${this.faults.map(String).join('; ')}`)
  }

  /** Closes the host, and checks that no agent process is still running. */
  async end(): Promise<void> {
    await this.dispose()
    let left = childProcesses()
    for (let round = 0; left.length > 0 && round < watchdogRounds; round++) {
      await delay(1_000)
      left = childProcesses()
    }
    if (left.length > 0)
      throw new Error(`processes were left: ${left.join('; ')}`)
  }

  /** Closes the host and starts another one on the same data, like closing and opening the app. */
  async restart(setup: HostSetup = {}): Promise<TestHost> {
    await this.dispose()
    return testHost({ ...setup, dataFolder: this.dataFolder, workspace: this.workspace })
  }
}

/** Opens a host for one test. It is then closed, its folders deleted, and no agent process may still be running. */
export async function testHost(setup: HostSetup = {}): Promise<TestHost> {
  const host = await openTestHost({
    ...setup,
    dataFolder: setup.dataFolder ?? temporaryFolder('parley-data-'),
    workspace: setup.workspace ?? temporaryFolder('parley-workspace-'),
  })
  onTestFinished(() => host.end())
  return host
}

/** Opens a host for several tests, which the caller ends. */
export async function openTestHost(
  { shell = 'web', dataFolder, workspace, ...setup }: HostSetup & { dataFolder: string, workspace: string },
): Promise<TestHost> {
  const { agents, isRecorded, traceFolder, sealing, registryAddress, beatMs, restorableMs, programs, variables } = setup
  if (agents)
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ agent_servers: agents, record_changes: isRecorded ?? false }))
  const faults: unknown[] = []
  const path = programs === undefined ? {} : { PATH: [programs, process.env.PATH].join(delimiter) }
  const host = await openHost({
    dataFolder,
    version: '0.0.0',
    platform: { shell, openExternal: () => Promise.resolve(), sealing: () => sealing },
    preselect: {},
    registryAddress,
    demoAgentPath: demoProgram(),
    ledgerPath: ledgerProgram(),
    environment: {
      ...process.env,
      ...path,
      DEMO_AGENT_PACE_MS: '0',
      DEMO_AGENT_STATE: join(dataFolder, 'demo-agent'),
      ...variables,
    },
    report: error => faults.push(error),
    traceFolder,
    beatMs,
    ...restorableMs !== undefined && { restorableMs },
  })
  return new TestHost({ host, dataFolder, workspace, faults })
}
