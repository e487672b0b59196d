import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listKeyVariables } from '../../src/shared/settings/keyVariables'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const ways: [string, Record<string, string>][] = [['declared', {}], ['told', { WANTS_CALL: '1' }]]

it.each(ways)('a key is stored for the agent, which starts again with it: %s', async (methodId, env) => {
  const host = await testHost({ agents: { Key: scripted('wantsKey', env) } })
  const thread = await host.startThread('Key')
  await thread.until(() => thread.summary.activity.state === 'sign-in')

  await host.client.signInByKey({ threadId: thread.threadId, methodId, keys: { TEST_API_KEY: 'very-secret-value' } })
  await thread.ask('hello')

  expect(thread.text).toContain('The key has 17 characters.')
  const secrets = join(host.dataFolder, 'secrets.json')
  expect(readFileSync(secrets, 'utf8')).toContain('TEST_API_KEY')
  expect(statSync(secrets).mode & 0o077).toBe(0)
  expect(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')).not.toContain('very-secret-value')
  const { agentId } = thread.summary
  expect((await host.client.readAgentSettings({ agentId })).keys).toEqual(['TEST_API_KEY'])
  await host.client.forgetAgentKey({ agentId, name: 'TEST_API_KEY' })
  expect((await host.client.readAgentSettings({ agentId })).keys).toEqual([])
})

it('a key is never stored in a variable that controls what runs', async () => {
  const host = await testHost({ agents: { Key: scripted('wantsKey') } })
  const thread = await host.startThread('Key')
  await thread.until(() => thread.summary.activity.state === 'sign-in')

  for (const name of ['NODE_OPTIONS', 'PATH', 'LD_PRELOAD', 'PARLEY_OWNER', 'A=B']) {
    const given = { threadId: thread.threadId, methodId: 'declared', keys: { [name]: 'x' } }
    await expect(host.client.signInByKey(given)).rejects.toMatchObject({ code: 'invalid_params' })
  }
  const declared = { id: 'a', name: 'A', type: 'env_var', vars: [{ name: 'NODE_OPTIONS' }, { name: 'A_KEY', optional: true }] }
  expect(listKeyVariables(declared as never)).toEqual([{ name: 'A_KEY', isOptional: true }])
  expect(
    listKeyVariables({ id: 'a', name: 'API key' }, 'OPENAI_API_KEY is not set'),
  ).toEqual([{ name: 'OPENAI_API_KEY' }])
  expect(listKeyVariables({ id: 'a', name: 'Browser' }, 'It was closed.')).toEqual([])
})
