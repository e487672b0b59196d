import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelEndpoint, type ModelEndpoint } from '../agents/real/modelEndpoint'
import { installAgent, realAgents, settingsOf, type RealAgent } from '../agents/real/realAgents'
import { test as base } from '../e2e/fixtures'
import { AgentThread } from './agentThread'

interface Options {
  agent: RealAgent
}

interface Fixtures {
  model: ModelEndpoint
  /** A thread with the agent, begun in the New thread form. */
  thread: AgentThread
}

/** The app's `test` with a real agent in its settings, which a scripted model steers. */
export const test = base.extend<Options & Fixtures>({
  agent: [realAgents[0]!, { option: true }],

  model: async ({ agent }, use, testInfo) => {
    const model = await startModelEndpoint()
    await use(model)
    await model.close()
    await testInfo.attach(`what ${agent.name} asked of the model`, { body: model.requests.join('\n') })
  },

  settings: async ({ agent, model }, use) => {
    const program = await installAgent(agent)
    const home = mkdtempSync(join(tmpdir(), 'parley-agent-home-'))
    await use({ agent_servers: { [agent.name]: settingsOf(agent, { program, url: model.url, home }) } })
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  },

  thread: async ({ app, agent }, use) => {
    const thread = new AgentThread(app)
    await thread.begin(agent.name)
    await use(thread)
  },
})
