import type { TestThread } from '../support/testThread'
import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const form = ['elicitation/create', { mode: 'form', message: 'Which one?', requestedSchema: { type: 'object', properties: {} } }]

function permission(toolCallId: string, command: string): unknown[] {
  return ['session/request_permission', { toolCall: { toolCallId, title: 'Look around', kind: 'execute', rawInput: { command } }, options }]
}

async function puppet(): Promise<{ host: TestHost, thread: TestThread, play: (steps: unknown[]) => Promise<void> }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  return { host, thread, play: steps => thread.send(JSON.stringify(steps)) }
}

describe('questions', () => {
  it('do not approve what the agent changed in the call while they were open', async () => {
    const { thread, play } = await puppet()
    await play([
      { ask: permission('call', 'echo shown'), inBackground: true },
      { pauseMs: 100 },
      { update: { sessionUpdate: 'tool_call_update', toolCallId: 'call', rawInput: { command: 'echo swapped' } } },
      { untilDone: true },
      { ask: ['terminal/create', { command: 'echo swapped' }] },
    ])
    const { request } = await thread.permission()
    await thread.until(() => thread.tools.some(tool => JSON.stringify(tool.call.rawInput).includes('swapped')))

    await thread.answer('yes', request.requestId)

    await thread.until(() => openPermissions(thread.transcript).some(({ request }) => request.from === 'parley'))
    await thread.cancel()
    await thread.turnEnd()
    expect(thread.text).toContain('Permission denied: echo swapped')
  })

  it('approve a single run of the command', async () => {
    const { thread, play } = await puppet()
    await play([
      { ask: permission('call', 'true') },
      { ask: ['terminal/create', { command: 'true' }] },
      { ask: ['terminal/create', { command: 'true' }] },
    ])
    await thread.answer('yes', (await thread.permission()).request.requestId)

    await thread.until(() => openPermissions(thread.transcript).some(({ request }) => request.from === 'parley'))

    expect(thread.text.match(/terminal\/create: /g)).toHaveLength(1)
    await thread.answer('deny')
    expect((await thread.turnEnd()).end.reason).toBe('end_turn')
  })

  it('approve neither a longer command nor a risky environment', async () => {
    const { thread, play } = await puppet()
    await play([
      { ask: permission('call', 'true') },
      { ask: ['terminal/create', { command: 'true' }] },
      { ask: ['terminal/create', { command: 'true' }] },
      { ask: ['terminal/create', { command: 'true; echo more' }] },
      { ask: ['terminal/create', { command: 'true', env: [{ name: 'LD_PRELOAD', value: '/tmp/evil.so' }] }] },
    ])
    await thread.answer('always', (await thread.permission()).request.requestId)
    for (const commandLine of ['true; echo more', 'true']) {
      await thread.until(() => openPermissions(thread.transcript).some(({ request }) => request.from === 'parley'))
      expect(openPermissions(thread.transcript)[0]?.request.subject).toMatchObject({ kind: 'command', commandLine })
      await thread.answer('deny')
      await thread.until(() => openPermissions(thread.transcript).length === 0)
    }

    await thread.turnEnd()
    expect(thread.text.match(/terminal\/create: /g)).toHaveLength(2)
  })

  it('are each answered exactly once, even 300 at once', async () => {
    const { thread, play } = await puppet()
    await play([
      ...Array.from({ length: 300 }, (_, index) => ({ ask: permission(`call-${index}`, `echo ${index}`), inBackground: true })),
      { untilDone: true },
    ])
    await thread.until(() => thread.text.split('"cancelled"').length > 250)

    await thread.cancel()

    await thread.turnEnd()
    expect(thread.text.match(/session\/request_permission: /g)).toHaveLength(300)
    expect(thread.text.match(/session\/request_permission: \{"outcome":\{"outcome":"cancelled"\}\}/g)).toHaveLength(300)
    expect(thread.summary.waiting).toBe(0)
  })

  it('of a turn that is being cancelled are not shown', async () => {
    const { thread, play } = await puppet()
    await play([
      { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Ready. ' } } },
      { untilCancelled: true },
      { ask: form },
      { ask: permission('late', 'true') },
      { ask: ['terminal/create', { command: 'true' }] },
    ])
    await thread.until(() => thread.of('agent').length > 0)

    await thread.cancel()

    await thread.turnEnd()
    expect(thread.text).toContain('elicitation/create: {"action":"cancel"}')
    expect(thread.text).toContain('session/request_permission: {"outcome":{"outcome":"cancelled"}}')
    expect(thread.text).toContain('terminal/create failed: Permission denied')
    expect([...thread.of('elicitation'), ...thread.of('permission')]).toHaveLength(0)
  })

  it('of a turn that has ended are not shown', async () => {
    const { thread, play } = await puppet()
    await play([{ pauseMs: 100, ask: form, inBackground: true }, { pauseMs: 100, ask: permission('late', 'true'), inBackground: true }])

    await thread.until(() => thread.text.includes('elicitation/create: {"action":"cancel"}') && thread.text.includes('"cancelled"'))

    expect(thread.summary).toMatchObject({ waiting: 0, activity: { state: 'ready' } })
    expect([...thread.of('elicitation'), ...thread.of('permission')]).toHaveLength(0)
  })
})
