import type { HostConnection } from '../../src/shared/rpc'
import type { TestThread } from '../support/testThread'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

/** More than a watcher may be behind, with a marker in the middle. */
const flood = 'head -c 1000000 /dev/zero | tr "\\0" x; sleep 0.2; head -c 1000000 /dev/zero | tr "\\0" x; touch done'

/** An allowed command of a puppet that waits for Stop. */
async function running(commandLine: string): Promise<{ host: TestHost, thread: TestThread, terminalId: string }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify([{ ask: ['terminal/create', { command: commandLine }] }, { untilCancelled: true }]))
  await thread.answer('allow_once')
  await thread.until(() => thread.text.includes('"terminalId"'))
  return { host, thread, terminalId: /"terminalId":"([^"]+)"/.exec(thread.text)![1]! }
}

/** Acknowledges all output. */
function keepUp({ host, on }: HostConnection, { threadId, terminalId }: { threadId: string, terminalId: string }): void {
  on('terminalOutput', ({ offset }) => {
    host.ackTerminal({ threadId, terminalId, offset }).catch(() => undefined) // the host is already closed
  })
}

describe('a command', () => {
  it('is listed with its start time only while it runs', async () => {
    const begunAt = Date.now()
    const { host, thread: { threadId }, terminalId } = await running('sleep 60')
    const [command, ...others] = await host.client.runningCommands({ threadId })
    expect(command).toMatchObject({ terminalId, commandLine: 'sleep 60', source: 'pty' })
    expect(command!.startedAt).toBeGreaterThanOrEqual(begunAt)
    expect(others).toEqual([])

    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd'))
    await host.client.killTerminal({ threadId, terminalId })
    await ended

    expect(await host.client.runningCommands({ threadId })).toEqual([])
  })

  it('keeps running if a window opens it twice and leaves it once', async () => {
    const { host, thread: { threadId }, terminalId } = await running(`sleep 0.3; ${flood}`)
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd'))
    await host.client.openTerminal({ threadId, terminalId })
    await host.client.openTerminal({ threadId, terminalId })

    await host.client.leaveTerminal({ threadId, terminalId })

    await ended
  })

  it('continues when a window that acknowledged nothing closes, and another keeps up', async () => {
    const { host, thread: { threadId }, terminalId } = await running(flood)
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd'))
    const gone = host.connectAnother()
    keepUp(host.connection, { threadId, terminalId })
    await gone.host.openTerminal({ threadId, terminalId })
    await host.client.openTerminal({ threadId, terminalId })
    await wait(600) // it is already paused
    expect(existsSync(join(host.workspace, 'done'))).toBe(false)

    gone.close()

    await ended
  })

  it('waits for the slower of two windows', async () => {
    const { host, thread: { threadId }, terminalId } = await running(flood)
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd'))
    const slow = host.connectAnother()
    let drawn = 0
    slow.on('terminalOutput', ({ offset }) => drawn = offset)
    await slow.host.openTerminal({ threadId, terminalId })
    await host.client.openTerminal({ threadId, terminalId })
    keepUp(host.connection, { threadId, terminalId })
    await wait(800)
    expect(existsSync(join(host.workspace, 'done'))).toBe(false)

    keepUp(slow, { threadId, terminalId })
    await slow.host.ackTerminal({ threadId, terminalId, offset: drawn })

    await ended
  })

  it('waits for a window that acknowledges nothing, and resumes when it closes', async () => {
    const { host, thread: { threadId }, terminalId } = await running(`sleep 0.2; ${flood}`)
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd'))
    const gone = host.connectAnother()
    await gone.host.openTerminal({ threadId, terminalId })
    await wait(800)
    expect(existsSync(join(host.workspace, 'done'))).toBe(false)

    gone.close()

    await ended
  })
})

describe('a command whose agent has exited', () => {
  it('is ended by a force stop', async () => {
    const { host, thread: { threadId } } = await running('sleep 1000')
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd' && event.killed))

    await host.client.forceStop({ threadId })

    await ended
  })

  it('is ended when the agent crashes', async () => {
    const { host, thread } = await running('sleep 1000')
    const ended = host.next('threadEvents', ({ events }) => events.some(event => event.type === 'terminalEnd' && event.killed))

    process.kill(Number(/puppet-(\d+)-/.exec(thread.transcript.head.session!.sessionId)![1]), 'SIGKILL')

    await ended
    expect(thread.summary.activity.state).toBe('stopped')
  })
  it('that the agent ran itself is shown as exited after a restart', async () => {
    const { host, thread } = await running('true')
    const told = {
      sessionUpdate: 'tool_call',
      toolCallId: 'own',
      title: 'own',
      content: [{ type: 'terminal', terminalId: 'own' }],
      _meta: { terminal_info: { terminal_id: 'own' }, terminal_output: { terminal_id: 'own', data: 'some words' } },
    }
    await thread.cancel()
    await thread.turnEnd()
    await thread.ask(JSON.stringify([{ update: told }]))
    expect(await thread.terminal('own')).toMatchObject({ state: 'running' })

    const reopened = await (await host.restart()).openThread(thread.threadId)

    expect(await reopened.terminal('own')).toMatchObject({ state: 'exited', output: 'some words' })
  })
})
