import type { RealAgent } from '../agents/real/realAgent'
import { delimiter } from 'node:path'
import { shareInstalled } from '../agents/real/agentCache'
import { type ModelEndpoint, startModelEndpoint } from '../agents/real/modelEndpoint'
import { besideBin, installPackage } from '../agents/real/npmPackages'
import { realAgents, setUp } from '../agents/real/realAgents'
import { test as base } from '../e2e/fixtures'
import { AgentThread } from './agentThread'
import { cellType, type Row } from './table/rows'

interface Options {
  agent: RealAgent
}

interface Fixtures {
  model: ModelEndpoint
  /** A thread with the agent, begun in the New thread form. */
  thread: AgentThread
  /** Puts what was seen into the agent's cell of the tables of docs/agents.md. */
  tell: (row: Row, seen: string) => void
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
      for (const spec of [agent.own?.package, agent.beside].filter(spec => spec !== undefined))
        installPackage(spec)
      folders.writeSettings(setUp(agent, { url: model.url, home: folders.home }))
    })
  },

  variables: async ({ agent }, use) => {
    await use(agent.beside === undefined ? {} : { PATH: [besideBin(agent.beside), process.env.PATH].join(delimiter) })
  },

  thread: async ({ ownApp, agent }, use) => {
    const thread = new AgentThread(ownApp)
    await thread.begin(agent)
    await use(thread)
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  tell: async ({}, use, testInfo) => {
    await use((row, seen) => {
      testInfo.annotations.push({ type: cellType, description: JSON.stringify({ row, seen }) })
    })
  },
})
