import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testHost } from '../support/testHost'

describe('flows', () => {
  it('an agent reads, changes and writes a file', async () => {
    const host = await testHost()
    await writeFile(join(host.workspace, 'notes.txt'), 'one old word\n')
    const thread = await host.startThread()

    const end = await thread.ask('edit notes.txt old -> new')

    expect(end.end.reason).toBe('end_turn')
    expect(await readFile(join(host.workspace, 'notes.txt'), 'utf8')).toBe('one new word\n')
    expect(thread.text).toContain('diff ')
  })

  it('an agent runs a command and observes its output as it grows', async () => {
    const host = await testHost()
    const thread = await host.startThread()

    const end = await thread.ask('run for i in 1 2 3; do echo "step $i"; sleep 0.2; done')

    expect(end.end.reason).toBe('end_turn')
    const tool = thread.tools.find(tool => tool.terminalIds.length > 0)!
    const terminal = await thread.terminal(tool.terminalIds[0]!)
    expect(terminal).toMatchObject({ state: 'exited', exit: { exitCode: 0 }, output: 'step 1\r\nstep 2\r\nstep 3\r\n' })
  })

  it('a mode switch reaches the agent and changes what it does', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.until(() => thread.summary.activity.state === 'ready')

    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'mode', value: 'act' })
    const end = await thread.ask('write hello.txt Good morning')

    expect(end.end.reason).toBe('end_turn')
    expect(thread.of('permission')).toHaveLength(0)
    expect(await readFile(join(host.workspace, 'hello.txt'), 'utf8')).toBe('Good morning\n')
    expect(thread.tools.some(tool => tool.notAsked)).toBe(true)
  })

  it('plan updates replace the list', async () => {
    const host = await testHost()
    const thread = await host.startThread()

    await thread.ask('plan')

    expect(thread.of('plan')).toHaveLength(1)
    expect(thread.transcript.head.plan.every(entry => entry.status === 'completed')).toBe(true)
  })

  it('Parley itself asks about a command that no approval covers', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('unasked')

    const { request } = await thread.permission()
    expect(request.from).toBe('parley')
    expect(request.options.map(option => option.name)).toEqual([
      'Allow once',
      'Allow for this thread',
      'Always allow in this folder',
      'Deny',
      'Deny all for this turn',
    ])
    await thread.answer('deny')

    await thread.turnEnd()
    expect(thread.tools.every(tool => tool.terminalIds.length === 0)).toBe(true)
  })

  it('Parley asks about a path outside the workspace, and respects a denial', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('outside /etc/hosts')

    const { request } = await thread.permission()
    expect(request.subject).toEqual({ kind: 'path', access: 'read', path: '/etc/hosts' })
    await thread.answer('deny')

    await thread.turnEnd()
    expect(thread.text).toContain('path outside workspace')
  })
})
