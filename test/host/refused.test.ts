import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { named } from '../support/namedAgent'
import { hostile } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

async function puppet() {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  const call = (toolCallId: string, fields: object) => ({
    update: { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status: 'in_progress', ...fields },
  })
  return {
    host,
    thread,
    call,
    play: (steps: object[], answer?: string) => thread.ask(JSON.stringify(steps), { answer }),
    refused: () => thread.tools.map(tool => [tool.call.toolCallId, ...tool.refused?.map(({ request, why }) => `${request}: ${why}`) ?? []]),
    decisions: async () =>
      (await host.client.listDecisions({ limit: 50 })).map(({ what, outcome, by, why }) => ({ what, outcome, by, why })),
  }
}

describe('a request that Parley could not fulfil', () => {
  it('is shown once in the call that names its file, and logged, except for a missing file', async () => {
    const { host, call, play, refused, decisions } = await puppet()
    const [gone, large] = [join(host.workspace, 'gone.txt'), join(host.workspace, 'large.txt')]
    writeFileSync(large, '')
    truncateSync(large, 2 ** 30)

    await play([
      call('look', { kind: 'read', locations: [{ path: gone }] }),
      call('other', { kind: 'read', locations: [{ path: large }] }),
      { ask: ['fs/read_text_file', { path: gone }] },
      { ask: ['fs/read_text_file', { path: gone }] },
      { ask: ['fs/read_text_file', { path: large }] },
    ])

    expect(refused()).toEqual([
      ['look', `read: File not found: ${gone}`],
      ['other', `read: File too large (${2 ** 30} bytes)`],
    ])
    expect(await decisions()).toEqual([
      { what: `read a file: ${large}`, outcome: 'denied', by: 'builtin', why: `File too large (${2 ** 30} bytes)` },
    ])
  })

  it('is shown in the running call if no call names its file', async () => {
    const { thread, call, play, refused } = await puppet()

    await play([
      call('run', { kind: 'execute' }),
      { ask: ['terminal/create', { command: '/nowhere/at-all', args: ['x'] }] },
      { ask: ['terminal/output', { terminalId: 'nobody' }] },
      { ask: ['terminal/release', { terminalId: 'nobody' }] },
    ])

    expect(refused()).toEqual([['run', expect.stringMatching(/^run: .*nowhere/), 'terminal: Terminal nobody not found']])
    expect(thread.text).toContain('terminal/release: {}')
  })

  it('is not shown in the call if the person denied it', async () => {
    const { call, play, refused, decisions } = await puppet()

    await play([call('run', { kind: 'execute' }), { ask: ['terminal/create', { command: 'true' }] }], 'reject_once')

    expect(refused()).toEqual([['run']])
    expect((await decisions()).map(({ by }) => by)).toEqual(['person'])
  })
})

it('a plan that Kimi has not written yet reads as empty; any other missing file is an error', async () => {
  const host = await testHost({ agents: { Kimi: await named('kimi', hostile('puppet')), Puppet: hostile('puppet') } })
  const plan = join(host.workspace, 'agents', 'main', 'plans', 'blade.md')
  const read = (path: string) => ({ ask: ['fs/read_text_file', { path }] })

  const kimi = await host.startThread('Kimi')
  await kimi.ask(JSON.stringify([read(plan), read(join(host.workspace, 'AGENTS.md'))]))
  expect(kimi.text).toContain('fs/read_text_file: {"content":""}')
  expect(kimi.text.match(/File not found/g)).toHaveLength(1)
  expect(kimi.text).not.toContain(`File not found: ${plan}`)

  const puppet = await host.startThread('Puppet')
  await puppet.ask(JSON.stringify([read(plan)]))
  expect(puppet.text).toContain(`File not found: ${plan}`)
})

it('`maxOutputBytes` limits a command\'s output, too', async () => {
  const { thread, play } = await puppet()
  await play([{ ask: ['terminal/create', { command: 'printf 0123456789', maxOutputBytes: 4 }] }])
  const terminalId = /"terminalId":"([^"]+)"/.exec(thread.text)![1]!

  await play([{ ask: ['terminal/wait_for_exit', { terminalId }] }, { ask: ['terminal/output', { terminalId }] }])

  expect(thread.text).toContain('"output":"6789","truncated":true')
})
