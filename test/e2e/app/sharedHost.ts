import type { AgentCommand } from './agentCommand'
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { testEnvironment } from './environment'
import { type HostClient, openHostClient } from './hostClient'
import { markedProcesses } from './markedProcesses'
import { temporaryFolders } from './testFolders'
import { startWebHost, type WebHost } from './webHost'

/**
 * A web host that the tests of one worker use one after the other. Each leaves it without threads and agents.
 */
export class SharedHost {
  readonly dataFolder: string
  readonly mark: string
  readonly client: HostClient
  readonly #host: WebHost
  readonly #removeFolders: () => void

  private constructor({ dataFolder, mark, host, client, removeFolders }: {
    dataFolder: string
    mark: string
    host: WebHost
    client: HostClient
    removeFolders: () => void
  }) {
    this.dataFolder = dataFolder
    this.mark = mark
    this.#host = host
    this.client = client
    this.#removeFolders = removeFolders
  }

  static async start(): Promise<SharedHost> {
    const { data, home, remove } = temporaryFolders('data', 'home')
    const mark = randomUUID()
    const host = await startWebHost({ flags: ['--data-dir', data], env: testEnvironment({ home, mark }) })
    const client = await openHostClient(host.address)
    return new SharedHost({ dataFolder: data, mark, host, client, removeFolders: remove })
  }

  get address(): string {
    return this.#host.address
  }

  log(): string {
    return this.#host.log()
  }

  /** Writes the agents of a test into `settings.json`, as the form "Add an agent" does. */
  async addAgents(agents: Readonly<Record<string, AgentCommand>>): Promise<void> {
    for (const [name, { command, args = [], env = {} }] of Object.entries(agents))
      await this.client.host.saveAgent({ agent: { name, command, args: [...args], env } })
  }

  /** Cleans up after a test, and expects that no process is still running. */
  async clear(): Promise<void> {
    const { host } = this.client
    const threads = await host.listThreads({})
    for (const folder of new Set(threads.map(({ folder }) => folder))) {
      for (const { terminalId } of await host.ownTerminals({ folder }))
        await host.closeOwnTerminal({ terminalId })
    }
    await Promise.all(threads.map(({ threadId }) => host.deleteThread({ threadId })))
    const choices = Object.keys(await host.readLastChoices({}))
    await Promise.all(choices.map(name => host.saveLastChoice({ name, text: '' })))
    for (const { agentId, source } of await host.listAgents({})) {
      if (source === 'settings')
        await host.removeAgent({ agentId })
    }
    await expect.poll(() => markedProcesses(this.mark).filter(line => !line.startsWith(`${this.#host.pid} `)), {
      message: 'no process is left of the test',
      timeout: 10_000,
    }).toEqual([])
  }

  async stop(): Promise<void> {
    this.client.close()
    await this.#host.stop()
    expect(markedProcesses(this.mark), 'no process is left of the app').toEqual([])
    this.#removeFolders()
  }
}
