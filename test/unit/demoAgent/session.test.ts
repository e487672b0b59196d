import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { methods } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it('changes its behaviour after a mode switch', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.agent.request(methods.agent.session.setConfigOption, { sessionId, configId: 'mode', value: 'act' })
  await demo.prompt(sessionId, 'write hello.txt')
  expect(demo.permissions).toEqual([])
  expect(await readFile(join(demo.folder, 'hello.txt'), 'utf8')).toContain('Demo agent')
  expect(demo.of('current_mode_update')).toMatchObject([{ currentModeId: 'act' }])
})

it('offers its modes also as a config option, and keeps both in sync', async () => {
  const demo = await startDemo()
  const { sessionId, modes, configOptions } = await demo.agent.request(methods.agent.session.new, { cwd: demo.folder, mcpServers: [] })
  expect(modes).toMatchObject({ currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'act' }] })
  expect(configOptions?.map(option => [option.id, option.type])).toEqual([['mode', 'select'], ['model', 'select'], ['verbose', 'boolean']])
  await demo.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'act' })
  expect(demo.of('config_option_update')[0]?.configOptions[0]).toMatchObject({ id: 'mode', currentValue: 'act' })
})

it('offers no boolean option to a client without support for it', async () => {
  const demo = await startDemo({ capabilities: {} })
  const { configOptions } = await demo.agent.request(methods.agent.session.new, { cwd: demo.folder, mcpServers: [] })
  expect(configOptions?.map(option => option.id)).toEqual(['mode', 'model'])
})

it('responds to a changed option with the complete list, and rejects unknown values', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  const change = (configId: string, value: string) =>
    demo.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value })
  expect((await change('model', 'calm')).configOptions.map(option => option.currentValue)).toEqual(['ask', 'calm', false])
  await expect(change('model', 'genius')).rejects.toMatchObject({ code: -32602 })
})

it('thinks aloud when it is set to verbose', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.agent.request(methods.agent.session.setConfigOption, { sessionId, configId: 'verbose', type: 'boolean', value: true })
  await demo.prompt(sessionId, 'short')
  expect(demo.texts('agent_thought_chunk')).toContain('"short"')
})

it('changes its own mode when asked in a prompt', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), '/mode act')
  expect(demo.of('tool_call')[0]?.kind).toBe('switch_mode')
  expect(demo.of('current_mode_update')[0]?.currentModeId).toBe('act')
})

it('replays the whole conversation when a later process loads it', async () => {
  const first = await startDemo()
  const sessionId = await first.newSession()
  await first.prompt(sessionId, 'run echo kept')
  await first.dispose()

  const second = await startDemo({ folder: first.folder })
  await second.agent.request(methods.agent.session.load, { sessionId, cwd: second.folder, mcpServers: [] })
  expect(second.texts('user_message_chunk')).toBe('run echo kept')
  expect(second.said).toBe(first.said)
  expect(second.of('tool_call')).toMatchObject([{ status: 'completed', content: [{ content: { text: '```\nkept\n```' } }] }])
  expect(await second.prompt(sessionId, 'think')).toBe('end_turn')
})

it('resumes a session with its settings and without a replay', async () => {
  const first = await startDemo()
  const sessionId = await first.newSession()
  await first.agent.request(methods.agent.session.setConfigOption, { sessionId, configId: 'mode', value: 'act' })
  await first.prompt(sessionId, 'hello')
  await first.dispose()

  const second = await startDemo({ folder: first.folder })
  const resumed = await second.agent.request(methods.agent.session.resume, { sessionId, cwd: second.folder })
  expect(resumed.modes?.currentModeId).toBe('act')
  expect(second.said).toBe('')
})

it('lists, closes and deletes sessions', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'hello')
  const list = async () =>
    (await demo.agent.request(methods.agent.session.list, { cwd: demo.folder })).sessions.map(session => [session.sessionId, session.title])
  expect(await list()).toEqual([[sessionId, 'hello']])
  await demo.agent.request(methods.agent.session.close, { sessionId })
  await expect(demo.prompt(sessionId, 'hello')).rejects.toMatchObject({ code: -32002 })
  await demo.agent.request(methods.agent.session.delete, { sessionId })
  expect(await list()).toEqual([])
})

it('omits empty sessions from the list', async () => {
  const demo = await startDemo()
  const [silent, other] = [await demo.newSession(), await demo.newSession()]
  await demo.agent.request(methods.agent.session.setConfigOption, { sessionId: silent, configId: 'mode', value: 'act' })
  await demo.prompt(other, 'hello')

  expect((await demo.agent.request(methods.agent.session.list, {})).sessions.map(({ sessionId }) => sessionId)).toEqual([other])
})

it('opens no file for a session id that is a path', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'hello')
  await copyFile(join(demo.folder, '.state', `${sessionId}.json`), join(demo.folder, 'elsewhere.json'))
  const load = (id: string) => demo.agent.request(methods.agent.session.load, { sessionId: id, cwd: demo.folder, mcpServers: [] })
  await expect(load('../elsewhere')).rejects.toMatchObject({ code: -32002 })
})

it('keeps several sessions apart', async () => {
  const demo = await startDemo()
  const [one, other] = [await demo.newSession(), await demo.newSession()]
  await Promise.all([demo.prompt(one, 'mode act'), demo.prompt(other, 'think')])
  expect(demo.updates.filter(({ update }) => update.sessionUpdate === 'current_mode_update').map(({ sessionId }) => sessionId)).toEqual([
    one,
  ])
})
