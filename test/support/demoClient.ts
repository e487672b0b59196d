import type { ClientSetup } from '../agents/scripted/testClient'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { methods } from '@agentclientprotocol/sdk'
import { everything, TestClient } from '../agents/scripted/testClient'
import { demoProgram } from './demoProgram'

interface DemoSetup extends ClientSetup {
  /** Reused to see what outlives an agent. */
  readonly folder?: string
  readonly paceMs?: number
}

/** Starts Demo agents for one test file and cleans up after each test: `const start = demoClients(afterEach)`. */
export function demoClients(afterEach: (clean: () => Promise<void>) => void): (setup?: DemoSetup) => Promise<TestClient> {
  const clients: TestClient[] = []
  const folders: string[] = []
  afterEach(async () => {
    for (const demoClient of clients.splice(0))
      await demoClient.dispose()
    for (const folder of folders.splice(0))
      await rm(folder, { recursive: true, force: true })
  })
  return async (setup = {}) => {
    const folder = setup.folder ?? await mkdtemp(join(tmpdir(), 'demo-agent-'))
    folders.push(folder)
    const env = { DEMO_AGENT_PACE_MS: String(setup.paceMs ?? 0), DEMO_AGENT_STATE: join(folder, '.state') }
    const demoClient = new TestClient({ folder, setup: { ...setup, env }, program: demoProgram() })
    clients.push(demoClient)
    await demoClient.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: setup.capabilities ?? everything })
    return demoClient
  }
}
