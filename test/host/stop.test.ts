import type { TestThread } from '../support/testThread'
import { describe, expect, it } from 'vitest'
import { wasInterrupted } from '../../src/shared/thread/interruptions'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

function call(toolCallId: string, more: object = {}): unknown {
  return { update: { sessionUpdate: 'tool_call', toolCallId, title: 'Run', kind: 'execute', status: 'in_progress', ...more } }
}
const update = (toolCallId: string, more: object): unknown => ({ update: { sessionUpdate: 'tool_call_update', toolCallId, ...more } })
const run = (command: string, args: string[] = []): unknown => ({ ask: ['terminal/create', { command, args }] })
const terminal = [{ type: 'terminal', terminalId: '$terminal' }]

/** A turn with these steps, in which every command is allowed, once all of them were executed. */
async function atWork(commands: number, ...steps: unknown[]): Promise<{ host: TestHost, thread: TestThread }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  const said = { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'All begun.' } } }
  await thread.send(JSON.stringify([...steps, said, { untilCancelled: true }]))
  const isBegun = (): boolean => thread.of('agent').some(({ content }) => JSON.stringify(content).includes('All begun.'))
  await thread.until(() => openPermissions(thread.transcript).length > 0 || isBegun())
  if (commands > 0)
    await thread.answer(commands > 1 ? 'allow_thread' : 'allow_once')
  await thread.until(isBegun)
  return { host, thread }
}

/** Presses Stop, and returns the commands that still run at the turn's end, and two seconds later. */
async function stop(host: TestHost, thread: TestThread): Promise<{ listed: string[], left: string[], tookMs: number }> {
  const { threadId } = thread
  const begunAt = performance.now()
  await thread.cancel()
  const { end } = await thread.turnEnd()
  const runs = async (): Promise<string[]> => (await host.client.runningCommands({ threadId })).map(({ commandLine }) => commandLine)
  const listed = (end.running ?? []).map(({ commandLine }) => commandLine)
  while ((await runs()).length > listed.length && performance.now() - begunAt < 4_000)
    await new Promise(resolve => setTimeout(resolve, 20))
  return { listed, left: await runs(), tookMs: performance.now() - begunAt }
}

describe('Stop', () => {
  it.each<[string, number, unknown[]]>([
    ['in a call that names its terminal', 1, [call('c1'), run('sleep 611'), update('c1', { content: terminal })]],
    ['in a call that names only it, like Grok’s', 1, [
      call('c1', { rawInput: { command: 'sleep 611' } }),
      run('/bin/bash -lc \'sleep 611\''),
    ]],
    ['in a call that names neither', 1, [call('c1'), run('sleep 611')]],
    ['in no call', 1, [run('sleep 611')]],
    [
      'that runs twice, in similar calls',
      2,
      [call('c1', { rawInput: { command: 'sleep 611' } }), run('sleep 611'), call('c2'), run('sleep 611')],
    ],
  ])('ends a command %s', async (_, commands, steps) => {
    const { host, thread } = await atWork(commands, ...steps)
    const { listed, left, tookMs } = await stop(host, thread)
    expect({ listed, left }).toEqual({ listed: [], left: [] })
    expect(tookMs).toBeLessThan(2_500)
    const terminalIds = thread.of('tool').flatMap(entry => entry.terminalIds)
    const states = await Promise.all(terminalIds.map(async terminalId => (await thread.terminal(terminalId))?.state))
    expect(states).toEqual(Array.from({ length: commands }, () => 'killed'))
  })

  it('ends commands that ignore SIGTERM, and their background processes, within two seconds', async () => {
    const line = 'trap "" TERM; (trap "" TERM; sleep 612) & sleep 612'
    const { host, thread } = await atWork(1, call('c1'), run(line), update('c1', { content: terminal }))
    const { left, tookMs } = await stop(host, thread)
    expect(left).toEqual([])
    expect(tookMs).toBeLessThan(2_500)
  })
})

describe('a command that is still running at Stop', () => {
  it.each<[string, unknown[]]>([
    ['by its terminal', [call('c1'), run('sleep 613'), update('c1', { content: terminal, status: 'completed' })]],
    [
      'by its command',
      [call('c1', { rawInput: { command: 'sleep 613' } }), run('sleep 613'), update('c1', { status: 'completed' })],
    ],
  ])('continues, and is listed at the end of the turn, if its call has completed: found %s', async (_, steps) => {
    const { host, thread } = await atWork(2, ...steps, call('c2'), run('sleep 614'))
    expect(await stop(host, thread)).toMatchObject({ listed: ['sleep 613'], left: ['sleep 613'] })
    const entry = thread.of('turn-end').at(-1)!
    expect(entry.end.running).toMatchObject([{ commandLine: 'sleep 613', source: 'pty' }])
    await thread.send(JSON.stringify([{ untilCancelled: true }]))
    expect(await stop(host, thread)).toMatchObject({ listed: ['sleep 613'], left: ['sleep 613'] })
    await host.client.killTerminal({ threadId: thread.threadId, terminalId: entry.end.running![0]!.terminalId })
    expect(await host.client.runningCommands({ threadId: thread.threadId })).toEqual([])
  })

  it('is listed as the agent’s own if the agent runs it', async () => {
    const meta = { terminal_info: { terminal_id: 'own' }, terminal_output: { terminal_id: 'own', data: 'x' } }
    const own = call('c1', { content: [{ type: 'terminal', terminalId: 'own' }], rawInput: { command: 'sleep 615' }, _meta: meta })
    const { host, thread } = await atWork(0, own)
    await stop(host, thread)
    expect(thread.of('turn-end').at(-1)!.end.running).toMatchObject([{ terminalId: 'own', source: 'agent' }])
  })
})

it('a turn that ends normally lists no running command', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify([call('c1'), run('sleep 616'), update('c1', { content: terminal, status: 'completed' })]))
  await thread.answer('allow_once')
  expect((await thread.turnEnd()).end.running).toBeUndefined()
  expect(await host.client.runningCommands({ threadId: thread.threadId })).toHaveLength(1)
})

it('a call interrupted by Parley\'s exit is not shown as stopped by the person', async () => {
  const { host, thread } = await atWork(0, call('c1'))
  const again = await (await host.restart()).openThread(thread.threadId)
  expect(again.of('tool')).toMatchObject([{ cancelled: true }])
  expect(again.of('tool')[0]!.stopped).toBeUndefined()
  expect(wasInterrupted(again.of('turn-end')[0]!.end)).toBe(true)
})
