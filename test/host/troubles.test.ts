import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

describe('error handling', () => {
  it('reports that the agent\'s program was not found', async () => {
    const host = await testHost({ agents: { Missing: { command: 'no-such-agent-anywhere' } } })

    expect((await host.client.listAgents({}))[0]).toMatchObject({
      name: 'Missing',
      state: 'unavailable',
      why: expect.stringContaining('not found'),
    })
    await expect(host.startThread('Missing')).rejects.toMatchObject({
      code: 'agent_not_found',
      message: expect.stringContaining('no-such-agent-anywhere'),
    })
    expect(await host.client.listThreads({})).toHaveLength(0)
  })

  it('reports exit code and last stderr lines of an agent that exits at start', async () => {
    const host = await testHost({ agents: { Exits: scripted('exitsAtStart') } })
    const thread = await host.startThread('Exits')

    await thread.until(() => thread.summary.activity.state === 'stopped')

    expect(thread.summary.activity).toMatchObject({
      message: 'The agent stopped (exit code 1).',
      details: expect.stringContaining('Exit code 1'),
    })
    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'agent_exited' })
    expect(thread.of('user')).toHaveLength(0)
  })

  it('ends the turn if the agent crashes; a restart makes the thread usable again', async () => {
    const host = await testHost({ agents: { Crashes: scripted('crashInPrompt') } })
    const thread = await host.startThread('Crashes')

    const crash = await thread.ask('go')
    expect(crash.end).toMatchObject({
      reason: 'error',
      message: 'The agent stopped (exit code 3).',
      details: expect.stringContaining('Exit code 3'),
    })
    expect(thread.summary.activity.state).toBe('stopped')

    await host.client.restartAgent({ threadId: thread.threadId })
    const end = await thread.ask('hello')
    expect(end.end.reason).toBe('end_turn')
    expect(thread.text).toContain('does not remember')
  })

  it('understands an agent that writes garbage around its messages', async () => {
    const host = await testHost({ agents: { Garbage: scripted('garbage') } })
    const thread = await host.startThread('Garbage')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('force-stops an agent that ignores Stop, and the next prompt restarts it', async () => {
    const host = await testHost({ agents: { Hangs: scripted('hangInPrompt') } })
    const thread = await host.startThread('Hangs')
    await thread.send('go')
    await thread.until(() => thread.of('agent').length > 0)

    await thread.cancel()
    expect(thread.summary.activity.state).toBe('cancelling')
    await host.client.forceStop({ threadId: thread.threadId })

    expect((await thread.turnEnd()).end.reason).toBe('cancelled')
    expect(thread.summary.activity.state).toBe('asleep')
    await thread.send('go again')
    expect(thread.summary.activity.state).toBe('working')
    await host.client.forceStop({ threadId: thread.threadId })
  })

  it('lists the methods of a required sign-in, and continues after signing in', async () => {
    const host = await testHost({ agents: { Locked: scripted('signIn') } })
    const thread = await host.startThread('Locked')
    await thread.until(() => thread.summary.activity.state === 'sign-in')
    expect(thread.summary.activity).toMatchObject({ methods: [{ id: 'test-login' }, { id: 'wrong-password' }] })

    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'sign_in_needed' })
    await expect(host.client.signIn({ threadId: thread.threadId, methodId: 'wrong-password' })).rejects.toMatchObject({
      message: expect.stringContaining('The password is wrong'),
    })
    await host.client.signIn({ threadId: thread.threadId, methodId: 'test-login' })

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('answers every open question with cancelled when the turn is cancelled', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('permission')
    await thread.permission()

    await thread.cancel()

    expect((await thread.turnEnd()).end.reason).toBe('cancelled')
    expect(thread.of('permission')[0]?.answer).toMatchObject({ outcome: { outcome: 'cancelled' }, by: 'turn' })
    expect(thread.tools.every(tool => tool.cancelled || tool.call.status === 'completed' || tool.call.status === 'failed')).toBe(true)
  })

  it('rejects an answer with an option that was not offered', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('permission')
    await thread.permission()

    await expect(thread.answer('made-up')).rejects.toMatchObject({ code: 'invalid_params' })

    await thread.cancel()
    await thread.turnEnd()
  })

  it('names a folder that does not exist', async () => {
    const host = await testHost()
    const [demo] = await host.client.listAgents({})

    await expect(
      host.client.startThread({ agentId: demo!.agentId, folder: '/no/such/folder', command: demo!.command }),
    ).rejects.toMatchObject({ code: 'folder_not_found', message: expect.stringContaining('/no/such/folder') })
    expect(await host.client.listThreads({})).toHaveLength(0)
  })

  it('starts only the command that the person saw', async () => {
    const host = await testHost()
    const [demo] = await host.client.listAgents({})

    await expect(
      host.client.startThread({ agentId: demo!.agentId, folder: host.workspace, command: 'something else' }),
    ).rejects.toMatchObject({ code: 'command_changed' })
  })
})
