import { describe, expect, it } from 'vitest'
import { hostile, scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

describe('the state of a thread', () => {
  it('is ready after a sign-in that the agent required at a prompt', async () => {
    const host = await testHost({ agents: { Locked: hostile('life/signInAtPrompt') } })
    const thread = await host.startThread('Locked')
    expect((await thread.ask('hello')).end.reason).toBe('error')
    await thread.until(() => thread.summary.activity.state === 'sign-in')

    await host.client.signIn({ threadId: thread.threadId, methodId: 'login' })

    await thread.until(() => thread.summary.activity.state === 'ready')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('is working if an agent that required a sign-in responds after all', async () => {
    const host = await testHost({ agents: { Locked: hostile('life/signInAtPrompt') } })
    const thread = await host.startThread('Locked')
    await thread.ask('hello')
    const states: string[] = []
    host.connection.on('threadChanged', ({ activity }) => states.push(activity.state))

    await thread.ask('once more')

    expect(states).toContain('working')
  })

  it('is ready, and its turn cancelled, if the agent is restarted', async () => {
    const host = await testHost({ agents: { Hangs: scripted('hangInPrompt') } })
    const thread = await host.startThread('Hangs')
    await thread.send('go')

    await host.client.restartAgent({ threadId: thread.threadId })

    expect((await thread.turnEnd()).end.reason).toBe('cancelled')
    expect(thread.summary.activity.state).toBe('ready')
    await host.client.forceStop({ threadId: thread.threadId }) // it would not exit by itself
  })

  it('is ready after two simultaneous restarts', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('hello')
    const { threadId } = thread

    await Promise.all([host.client.restartAgent({ threadId }), host.client.restartAgent({ threadId })])

    await thread.until(() => thread.summary.activity.state === 'ready')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('is working if a prompt is sent while the agent is force-stopped', async () => {
    const host = await testHost({ agents: { Hangs: scripted('hangInPrompt') } })
    const thread = await host.startThread('Hangs')
    await thread.send('go')

    const stopping = host.client.forceStop({ threadId: thread.threadId })
    await thread.send('go again')
    await stopping

    expect(thread.summary.activity.state).toBe('working')
    await host.client.forceStop({ threadId: thread.threadId })
  })

  it('is not affected by deleting another thread that starts in the same agent', async () => {
    const host = await testHost({ agents: { Slow: hostile('life/slowSession') } })
    const first = await host.startThread('Slow')
    const second = await host.startThread('Slow')
    await second.until(() => second.summary.activity.state === 'starting')

    await host.client.deleteThread({ threadId: second.threadId })
    await first.until(() => first.summary.activity.state === 'ready')

    expect(first.summary.activity.state).toBe('ready')
    expect((await first.ask('hello')).end.reason).toBe('end_turn')
  })
  it('is stopped if its session id belongs to another thread, which continues', async () => {
    const host = await testHost({ agents: { One: hostile('wire/oneSession') } })
    const first = await host.startThread('One')
    await first.until(() => first.summary.activity.state === 'ready')
    const second = await host.startThread('One')

    await second.until(() => second.summary.activity.state === 'stopped')

    expect(second.summary.activity).toMatchObject({ message: expect.stringContaining('another thread') })
    expect((await first.ask('who?')).end.reason).toBe('end_turn')
    expect(first.text).toContain('It is me.')
    expect(second.of('agent')).toHaveLength(0)
  })
})
