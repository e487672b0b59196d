import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { registryServer } from '../support/registryServer'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

function index(...ids: string[]) {
  return {
    agents: ids.map(id => ({ id, name: id, version: '1.0.0', description: 'd', distribution: { npx: { package: `${id}@1.0.0` } } })),
  }
}
const named = async (host: TestHost, name: string) => (await host.client.listAgents({})).find(agent => agent.name === name)
const settingsText = (host: TestHost) => readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')

it('lists the person\'s own agents first, then the Demo agent, then the refreshed catalogue', async () => {
  const server = await registryServer(index('brand-new'))
  const host = await testHost({ agents: { Mine: scripted('neither') }, registryAddress: server.address })
  const changed = host.next('agentsChanged', agents => agents.some(({ name }) => name === 'brand-new'))
  const before = await host.client.listAgents({})
  expect([...new Set(before.map(({ source }) => source))]).toEqual(['settings', 'builtin', 'catalogue'])
  expect((await changed).map(({ name }) => name)).toEqual(['Mine', 'Demo agent', 'brand-new'])
  expect((await host.client.catalogueStatus({})).asOf).toBeGreaterThan(Date.now() - 60_000)
})

it('does not start agents that are not installed', async () => {
  const host = await testHost({ registryAddress: (await registryServer(index('brand-new'))).address })
  const { agentId, command } = (await host.client.listAgents({})).find(({ source, state }) => source === 'catalogue' && state !== 'ready')!
  await expect(host.client.startThread({ agentId, command, folder: host.workspace })).rejects.toMatchObject({ code: 'agent_not_found' })
})

it('runs an older program of an agent from PATH with that program\'s own arguments', async () => {
  const programs = temporaryFolder('parley-programs-')
  const { command, args } = scripted('kimiCliDialect')
  // Like Python's kimi-cli, it is an agent only with the right argument.
  writeFileSync(join(programs, 'kimi-cli'), `#!/bin/sh\n[ "$*" = acp ] && exec "${command}" ${args.join(' ')}\n`)
  chmodSync(join(programs, 'kimi-cli'), 0o755)
  const host = await testHost({ programs })
  expect(await named(host, 'Kimi Code')).toMatchObject({ state: 'ready', older: { program: 'kimi-cli' } })
  const thread = await host.startThread('Kimi Code')
  await thread.ask('run echo hello')
  expect(thread.text).toContain('Exit code 0: hello')
})

it('hides agents of the catalogue until they are shown again', async () => {
  const host = await testHost({})
  const goose = (await named(host, 'goose'))!
  await host.client.hideAgent({ agentId: goose.agentId, isHidden: true })
  expect((await named(host, 'goose'))?.isHidden).toBe(true)
  const again = await host.restart()
  expect((await named(again, 'goose'))?.isHidden).toBe(true)
  await again.client.hideAgent({ agentId: goose.agentId, isHidden: false })
  expect((await named(again, 'goose'))?.isHidden).toBeUndefined()
  expect(settingsText(again)).not.toContain('hidden_agents')
  await expect(again.client.hideAgent({ agentId: 'demo', isHidden: true })).rejects.toMatchObject({ code: 'unsupported' })
})

it('adds, changes and removes a custom agent, which runs immediately', async () => {
  const host = await testHost({})
  const { command, args } = scripted('neither')
  const { agentId } = await host.client.saveAgent({ agent: { name: 'My agent', command, args: args ?? [], env: { A: 'b' } } })
  expect(statSync(join(host.dataFolder, 'settings.json')).mode & 0o777).toBe(0o600)
  const thread = await host.startThread('My agent')
  expect((await thread.ask('hello')).end.reason).toBe('end_turn')

  const renamed = await host.client.saveAgent({ agentId, agent: { ...await host.client.readAgent({ agentId }), name: 'Other', env: {} } })
  expect(await host.client.readAgent(renamed)).toEqual({ name: 'Other', command, args, env: {} })
  await host.client.removeAgent(renamed)
  expect(await named(host, 'Other')).toBeUndefined()
  await expect(host.client.readAgent(renamed)).rejects.toMatchObject({ code: 'agent_not_found' })
})

it('keeps comments, order and unknown keys of settings.json', async () => {
  const host = await testHost({})
  const text = `// mine\n{\n  "agent_servers": {\n    "A": { /* fast */ "command": "a", "model": "x" }, // first\n`
    + `    "B": { "command": "b" }\n  },\n  "other": [1]\n}\n`
  await host.changeSettings(text)
  await host.client.saveAgent({ agentId: 'settings:A', agent: { name: 'C', command: 'c', args: [], env: {} } })
  expect(settingsText(host)).toBe(text.replace('"A"', '"C"').replace('"command": "a"', '"command": "c"'))
})

it.each([
  ['a taken name', { name: 'Taken' }, 'name_taken'],
  ['the name of a faulty entry', { name: 'Faulty' }, 'name_taken'],
  ['no name', { name: ' ' }, 'invalid_params'],
  ['no command', { command: ' ' }, 'invalid_params'],
  ['an impossible variable', { env: { 'A=B': 'c' } }, 'invalid_params'],
])('refuses an agent with %s, and changes nothing', async (_, wrong, code) => {
  const host = await testHost({ agents: { Taken: { command: 'x' }, Faulty: { command: 7 as unknown as string } } })
  const before = settingsText(host)
  await expect(host.client.saveAgent({ agent: { name: 'New', command: 'x', args: [], env: {}, ...wrong } })).rejects.toMatchObject({ code })
  expect(settingsText(host)).toBe(before)
})

it('does not write to settings.json while it is not valid JSON', async () => {
  const host = await testHost({})
  const changed = host.next('settingsFaults')
  writeFileSync(join(host.dataFolder, 'settings.json'), '{ "agent_servers": { ')
  await changed
  await expect(host.client.saveAgent({ agent: { name: 'New', command: 'x', args: [], env: {} } })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('not valid JSON') as string,
  })
})
