import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { methods } from '@agentclientprotocol/sdk'
import { onTestFinished } from 'vitest'
import { DemoAgent } from '../../src/main/demoAgent/demoAgent'
import { SessionStore } from '../../src/main/demoAgent/sessionStore'
import { type ClientSetup, everything, spawnAgent, streamOver, type TestAgent, TestClient } from '../agents/scripted/testClient'
import { demoProgram } from './demoProgram'
import { temporaryFolder } from './temporaryFolder'

interface DemoSetup extends ClientSetup {
  /** Shared by several agents to check what outlives one. */
  readonly folder?: string
  readonly paceMs?: number
  /** Runs the agent as a separate program; otherwise in this process, which takes a tenth of the time. */
  readonly isProcess?: boolean
}

/** Starts a Demo agent and its client for one test. */
export async function startDemo(setup: DemoSetup = {}): Promise<TestClient> {
  const folder = setup.folder ?? temporaryFolder('demo-agent-')
  const { paceMs = 0 } = setup
  const state = join(folder, '.state')
  const agent = setup.isProcess
    ? spawnAgent(demoProgram(), { DEMO_AGENT_PACE_MS: String(paceMs), DEMO_AGENT_STATE: state })
    : demoInProcess({ state, paceMs })
  const demo = new TestClient({ folder, setup, agent })
  onTestFinished(() => demo.dispose())
  await demo.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: setup.capabilities ?? everything })
  return demo
}

function demoInProcess({ state, paceMs }: { state: string, paceMs: number }): TestAgent {
  let stderr = ''
  const report = (message: string): void => void (stderr += message)
  const demoAgent = new DemoAgent({ store: new SessionStore({ folder: state, report }), beatMs: paceMs, report })
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { closed } = demoAgent.app().connect(streamOver({ input, output }))
  const exited = closed.then(() => {
    demoAgent.dispose()
    return 0
  })
  return {
    stream: streamOver({ input: output, output: input }),
    exited,
    stderr: () => stderr,
    async end() {
      input.end()
      await exited
    },
  }
}
