import type { CommandChanged } from '../../src/shared/thread/trustedCommand'
import type { TestThread } from '../support/testThread'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/main/store/database'
import { ThreadStore } from '../../src/main/store/threadStore'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

type Agent = ReturnType<typeof scripted>

/** A program of that name that creates `started` beside itself, then acts as a plain agent. */
async function program(name: string, folder?: string): Promise<{ path: string, hasStarted: () => boolean }> {
  const home = folder ?? temporaryFolder('parley-program-')
  await mkdir(home, { recursive: true })
  const path = join(home, name)
  const { command, args } = scripted('neither')
  await writeFile(path, `#!/bin/sh\ntouch "${path}.started"\nexec "${command}" "${args[0]}"\n`)
  await chmod(path, 0o755)
  return { path, hasStarted: () => existsSync(`${path}.started`) }
}

const agentOf = (command: string, more: Partial<Agent> = {}): Agent => ({ command, args: [], env: {}, ...more })

/**
 * A thread with that agent that has been started and used, and the host's settings changed to `after` while it was
 * closed.
 */
async function threadWithChange(before: Agent, after: Agent): Promise<{ host: TestHost, thread: TestThread }> {
  const first = await testHost({ agents: { Mine: before } })
  const started = await first.startThread('Mine')
  expect((await started.ask('hello')).end.reason).toBe('end_turn')
  await first.dispose()
  const host = await testHost({ dataFolder: first.dataFolder, workspace: first.workspace, agents: { Mine: after } })
  return { host, thread: await host.openThread(started.threadId) }
}

const changeSettings = (host: TestHost, agent: Agent) => host.changeSettings({ agent_servers: { Mine: agent } })

async function change(thread: TestThread): Promise<CommandChanged> {
  await thread.until(() => thread.summary.activity.state === 'command-changed')
  return thread.summary.activity as CommandChanged
}

describe('a thread whose agent\'s command has changed', () => {
  it('starts nothing until the person trusts the new command, then sends the waiting message', async () => {
    const [old, now] = [await program('old'), await program('now')]
    const { host, thread } = await threadWithChange(agentOf(old.path), agentOf(now.path, { args: ['--acp'] }))

    const sending = thread.send('and then')
    const { command, trusted } = await change(thread)
    expect([trusted?.line, command.line]).toEqual([old.path, `${now.path} --acp`])
    expect(now.hasStarted()).toBe(false)
    await host.client.trustCommand({ threadId: thread.threadId, command })
    await sending

    await thread.turnEnd()
    await thread.until(() => thread.of('agent').length === 2)
    expect(now.hasStarted()).toBe(true)
  })

  it('does not send the message if the person declines, and asks again with the next one', async () => {
    const [old, now] = [await program('old'), await program('now')]
    const { host, thread } = await threadWithChange(agentOf(old.path), agentOf(now.path))
    const sending = expect(thread.send('and then')).rejects.toMatchObject({ code: 'taken_back' })
    await change(thread)

    await host.client.declineCommand({ threadId: thread.threadId })
    await sending
    await thread.until(() => thread.summary.activity.state === 'asleep')
    expect(thread.of('user')).toHaveLength(1)

    const again = expect(thread.send('once more')).rejects.toMatchObject({ code: 'taken_back' })
    await change(thread)
    await host.client.cancelTurn({ threadId: thread.threadId })
    await again
    expect(now.hasStarted()).toBe(false)
  })

  it('shows a further change before the person can trust it', async () => {
    const [old, now, later] = [await program('old'), await program('now'), await program('later')]
    const { host, thread } = await threadWithChange(agentOf(old.path), agentOf(now.path))
    const sending = thread.send('and then')
    const { command } = await change(thread)

    await changeSettings(host, agentOf(later.path))
    await thread.until(() => (thread.summary.activity as CommandChanged).command.line === later.path)
    await expect(host.client.trustCommand({ threadId: thread.threadId, command })).rejects.toMatchObject({ code: 'command_changed' })
    expect([now, later].some(({ hasStarted }) => hasStarted())).toBe(false)

    await changeSettings(host, agentOf(old.path)) // trusted again: nothing to ask
    await sending
    await thread.turnEnd()
  })

  it('asks once for all threads that wait in the folder', async () => {
    const [old, now] = [await program('old'), await program('now')]
    const { host, thread } = await threadWithChange(agentOf(old.path), agentOf(now.path))
    await changeSettings(host, agentOf(old.path))
    const other = await host.startThread('Mine')
    await other.until(() => other.summary.activity.state === 'ready')
    await host.client.forceStop({ threadId: other.threadId })
    await changeSettings(host, agentOf(now.path))
    const sent = [thread.send('one'), other.send('two')]
    const { command } = await change(thread)
    await change(other)

    await host.client.trustCommand({ threadId: thread.threadId, command })
    await Promise.all(sent)
    await Promise.all([thread.turnEnd(), other.turnEnd()])
  })

  it('can be stopped and deleted while it waits', async () => {
    const [old, now] = [await program('old'), await program('now')]
    const { host, thread } = await threadWithChange(agentOf(old.path), agentOf(now.path))
    const sending = expect(thread.send('and then')).rejects.toBeInstanceOf(Error)
    await change(thread)
    await host.client.forceStop({ threadId: thread.threadId })
    await sending
    expect(thread.summary.activity.state).toBe('asleep')

    const again = expect(thread.send('and then')).rejects.toBeInstanceOf(Error)
    await change(thread)
    await host.client.deleteThread({ threadId: thread.threadId })
    await again
    expect(now.hasStarted()).toBe(false)
  })
})

describe('a trusted command', () => {
  it('stays trusted with a new value of a variable', async () => {
    const { path } = await program('old')
    const { thread } = await threadWithChange(agentOf(path, { env: { KEY: 'one' } }), agentOf(path, { env: { KEY: 'two' } }))
    expect((await thread.ask('and then')).end.reason).toBe('end_turn')
  })

  it('is asked about again with an additional variable', async () => {
    const { path } = await program('old')
    const { thread, host } = await threadWithChange(agentOf(path), agentOf(path, { env: { NODE_OPTIONS: '--require /evil.js' } }))
    const sending = expect(thread.send('and then')).rejects.toMatchObject({ code: 'taken_back' })
    expect(await change(thread)).toMatchObject({ command: { line: path, variables: ['NODE_OPTIONS'] }, trusted: { variables: [] } })
    await host.client.declineCommand({ threadId: thread.threadId })
    await sending
  })

  it('is asked about again if its name leads to another program', async () => {
    const [old, now] = [await program('my-agent'), await program('my-agent')]
    const path = (file: string) => ({ env: { PATH: `${file.slice(0, file.lastIndexOf('/'))}:${process.env.PATH}` } })
    const { thread, host } = await threadWithChange(agentOf('my-agent', path(old.path)), agentOf('my-agent', path(now.path)))
    const sending = expect(thread.send('and then')).rejects.toMatchObject({ code: 'taken_back' })
    const { command, trusted } = await change(thread)
    expect([trusted?.line, command.line]).toEqual([old.path, now.path])
    await host.client.declineCommand({ threadId: thread.threadId })
    await sending
    expect(now.hasStarted()).toBe(false)
  })

  it('is never looked up in the agent\'s working folder', async () => {
    const { path } = await program('old')
    const { thread, host } = await threadWithChange(agentOf(path), agentOf('./planted'))
    const planted = await program('planted', host.workspace)
    await expect(thread.send('and then')).rejects.toMatchObject({ code: 'agent_not_found' })
    expect(planted.hasStarted()).toBe(false)
  })
})

it('a thread without a record of trust asks before it starts its agent', async () => {
  const { path, hasStarted } = await program('old')
  const dataFolder = temporaryFolder('parley-data-')
  const workspace = temporaryFolder('parley-workspace-')
  const database = openDatabase(join(dataFolder, 'parley.db'))
  new ThreadStore(database).createThread({
    threadId: 't1',
    title: 'From before',
    agentId: 'settings:Mine',
    agentName: 'Mine',
    folder: workspace,
    createdAt: 1,
  })
  database.close()
  const host = await testHost({ dataFolder, workspace, agents: { Mine: agentOf(path) } })
  const thread = await host.openThread('t1')

  const sending = thread.send('hello')
  const { command, trusted } = await change(thread)
  expect(trusted).toBeUndefined()
  expect(hasStarted()).toBe(false)
  await host.client.trustCommand({ threadId: 't1', command })
  await sending
  await thread.turnEnd()
})

describe('a command that was never started in a folder', () => {
  it('is not trusted there, and not started without confirmation', async () => {
    const { path, hasStarted } = await program('mine')
    const host = await testHost({ agents: { Mine: agentOf(path) } })
    const { agentId, command } = (await host.client.listAgents({})).find(({ name }) => name === 'Mine')!
    const question = { agentId, command, folder: host.workspace }
    expect(await host.client.isTrusted(question)).toBe(false)

    const { threadId } = await host.client.startThread({ ...question, onlyIfTrusted: true })
    const thread = await host.openThread(threadId)
    await change(thread)
    expect(hasStarted()).toBe(false)
    expect(await host.client.isTrusted(question)).toBe(false)
  })

  it('is trusted by Start, as currently defined and in that folder only', async () => {
    const [{ path }, other] = [await program('mine'), temporaryFolder('parley-other-')]
    const host = await testHost({ agents: { Mine: agentOf(path) } })
    await (await host.startThread('Mine')).ask('hello')
    const { agentId, command } = (await host.client.listAgents({})).find(({ name }) => name === 'Mine')!
    const ask = (more: object): Promise<boolean> =>
      host.client.isTrusted({ agentId, command, folder: host.workspace, ...more })
    expect(await ask({})).toBe(true)
    expect(await ask({ folder: other })).toBe(false)
    expect(await ask({ folder: join(other, 'missing') })).toBe(false)
    expect(await ask({ command: 'another' })).toBe(false)
    await changeSettings(host, agentOf(path, { env: { LD_PRELOAD: '/x' } }))
    expect(await ask({})).toBe(false)
  })
})
