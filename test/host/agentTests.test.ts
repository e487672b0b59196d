import { expect, it } from 'vitest'
import { serveAgents } from '../support/networkAgents'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const testId = '1'

it('a test of an agent shows its name and sign-in methods, saves nothing and leaves no process', async () => {
  const { client } = await testHost()
  const before = await client.listAgents({})
  expect(await client.testAgent({ testId, agent: scripted('optionsAgent') })).toMatchObject({ isRight: true, name: 'options', signIns: [] })
  expect(await client.testAgent({ testId, agent: scripted('signIn') }))
    .toMatchObject({ isRight: true, signIns: ['Log in to the test', 'Log in wrongly'] })
  expect(await client.listAgents({})).toEqual(before)
})

it('a failed test of an agent says why, and redacts its variables in the last output', async () => {
  const { client } = await testHost()
  const crashing = { command: process.execPath, args: [], env: { MY_KEY: 'a-secret-of-mine' } }
  const print = { ...crashing, args: ['-e', 'console.error("no " + process.env.MY_KEY); process.exit(3)'] }
  expect(await client.testAgent({ testId, agent: print })).toMatchObject({
    isRight: false,
    why: 'The agent stopped (exit code 3).',
    details: expect.stringMatching(/^Exit code 3\nno \[.*\]$/) as unknown,
  })
  expect(await client.testAgent({ testId, agent: { ...crashing, command: 'no-such-agent-anywhere' } }))
    .toMatchObject({ isRight: false, why: expect.stringContaining('no-such-agent-anywhere') as unknown })
})

it('a test of a hanging agent can be cancelled, and ends with Parley', async () => {
  const host = await testHost()
  const agent = scripted('neverInitializes')
  const running = host.client.testAgent({ testId, agent })
  await expect(host.client.testAgent({ testId, agent })).rejects.toMatchObject({ code: 'busy' })
  await host.client.cancelAgentTest({ testId })
  expect(await running).toEqual({ isRight: false, why: 'Cancelled.' })
  // Its answer may not come any more; that its process ends is what counts.
  host.client.testAgent({ testId, agent }).catch(() => undefined)
})

it.each(['ws', 'http'] as const)('a test of an agent over %s sends its headers', async (scheme) => {
  const served = await serveAgents(scripted('optionsAgent'), { token: 'let-me-in' })
  const { client } = await testHost()
  const reached = (value?: string) => ({
    url: served.url(scheme),
    headers: [{ kind: 'secret' as const, name: 'Authorization', ...value !== undefined && { value } }],
    files: 'there' as const,
  })
  const right = { isRight: true, name: 'options' }
  expect(await client.testAgent({ testId, agent: reached('Bearer let-me-in') })).toMatchObject(right)
  const refused = await client.testAgent({ testId, agent: reached('Bearer wrong-one') })
  expect(refused).toMatchObject({ isRight: false })
  expect(JSON.stringify(refused)).not.toContain('wrong-one')
  await expect(client.testAgent({ testId, agent: reached() }), 'nothing was stored').rejects.toThrow('Enter the')

  const { agentId } = await client.saveAgent({ agent: { name: 'Far', ...reached('Bearer let-me-in') } })
  expect(await client.testAgent({ testId, agentId, agent: reached() })).toMatchObject(right)
  expect((await client.listAgents({})).filter(({ source }) => source === 'settings')).toHaveLength(1)
})
