import type { AgentListing } from '../../src/shared/contract/agentListing'
import { expect, it } from 'vitest'
import { hostile, scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

async function listed(host: TestHost, name: string): Promise<AgentListing> {
  return (await host.client.listAgents({})).find(agent => agent.name === name)!
}
const parseState = async (host: TestHost, name: string) => (await listed(host, name)).state

it('marks an agent that needs a sign-in, even after a restart, until the person signs in', async () => {
  const host = await testHost({ agents: { Locked: scripted('signIn') } })
  expect(await parseState(host, 'Locked')).toBe('ready')
  const changed = host.next('agentsChanged', agents => agents.some(({ state }) => state === 'needs sign-in'))
  const thread = await host.startThread('Locked')
  await thread.until(() => thread.summary.activity.state === 'sign-in')
  await changed

  const again = await host.restart()
  const { agentId, why } = await listed(again, 'Locked')
  expect(await parseState(again, 'Locked')).toBe('needs sign-in')
  expect(why).toContain('wanted a sign-in when it last ran')
  expect((await again.client.preflightAgent({ agentId })).find(({ what }) => what === 'sign-in')).toMatchObject({
    isRight: false,
    fix: expect.stringContaining('Start'),
  })

  const other = await again.startThread('Locked')
  await other.until(() => other.summary.activity.state === 'sign-in')
  await again.client.signIn({ threadId: other.threadId, methodId: 'test-login' })
  expect(await parseState(again, 'Locked')).toBe('ready')
  expect((await again.client.preflightAgent({ agentId })).some(({ what }) => what === 'sign-in')).toBe(false)
  expect(await parseState(await again.restart(), 'Locked')).toBe('ready')
})

it('no longer marks an agent once a session opens, as the person signed in elsewhere', async () => {
  const setup = { agents: { Tool: scripted('signIn') } }
  const host = await testHost(setup)
  const thread = await host.startThread('Tool')
  await thread.until(() => thread.summary.activity.state === 'sign-in')
  await host.dispose()

  const again = await testHost({ dataFolder: host.dataFolder, workspace: host.workspace, agents: { Tool: scripted('neither') } })
  expect(await parseState(again, 'Tool')).toBe('needs sign-in')
  const other = await again.startThread('Tool')
  await other.until(() => other.summary.activity.state === 'ready')
  expect(await parseState(again, 'Tool')).toBe('ready')
})

it('keeps marking an agent that opens sessions but refuses prompts', async () => {
  const host = await testHost({ agents: { Glad: hostile('life/signInAtPrompt') } })
  const thread = await host.startThread('Glad')
  expect((await thread.ask('hello')).end.reason).toBe('error')
  expect(await parseState(host, 'Glad')).toBe('needs sign-in')

  const other = await host.startThread('Glad')
  await other.until(() => other.summary.activity.state === 'ready')
  expect(await parseState(host, 'Glad')).toBe('needs sign-in')
  await host.client.signIn({ threadId: thread.threadId, methodId: 'login' })
  expect(await parseState(host, 'Glad')).toBe('ready')
})
