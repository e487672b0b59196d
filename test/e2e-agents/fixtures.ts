import { shareInstalled } from '../agents/real/agentCache'
import { type ModelEndpoint, startModelEndpoint } from '../agents/real/modelEndpoint'
import { type RealAgent, realAgents, setUp } from '../agents/real/realAgents'
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

/** The app's `test` with a real agent that Parley installs, and that a scripted model steers. */
export const test = base.extend<Options & Fixtures>({
  agent: [realAgents[0]!, { option: true }],

  model: async ({ agent }, use, testInfo) => {
    const model = await startModelEndpoint()
    await use(model)
    await model.close()
    await testInfo.attach(`what ${agent.name} asked of the model`, { body: model.requests.join('\n') })
  },

  prepare: async ({ agent, model }, use) => {
    await use((folders) => {
      shareInstalled(folders.data)
      folders.writeSettings(setUp(agent, { url: model.url, home: folders.home }))
    })
  },

  thread: async ({ ownApp, agent }, use) => {
    const thread = new AgentThread(ownApp)
    await thread.begin(agent.name)
    await use(thread)
  },
})
