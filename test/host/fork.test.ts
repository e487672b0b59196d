import type { TestThread } from '../support/testThread'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { named } from '../support/namedAgent'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const agents = (kind = '') => ({ Forking: { ...scripted('forkingAgent', { FORK: kind }), experimental: { fork: true } } })

async function fork(host: TestHost, thread: TestThread): Promise<TestThread> {
  return host.openThread((await host.client.forkThread({ threadId: thread.threadId })).threadId)
}
/** A thread's entries as shown, in order. */
const entriesOf = ({ transcript }: TestThread) => transcript.entries.map(({ id, kind }) => `${id} ${kind}`)
const commandsOf = (thread: TestThread) => thread.transcript.head.commands.map(({ name }) => name)

describe('a fork', () => {
  it('starts with a copy of the transcript, and continues separately', async () => {
    const host = await testHost({ agents: agents() })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    const before = { entries: entriesOf(thread), lastSeq: thread.transcript.lastSeq, text: thread.text }

    const forked = await fork(host, thread)
    await forked.until(() => commandsOf(forked).includes('after-the-replay'))
    await forked.ask('two')
    await thread.ask('three')

    expect(entriesOf(forked).slice(0, before.entries.length)).toEqual(before.entries)
    expect(forked.text).not.toContain('Replayed')
    expect(forked.text).toContain('! fork of one (Forking)')
    expect(forked.text).toContain('I heard: one, two.')
    expect(thread.text).toContain('I heard: one, three.')
    expect(thread.text.startsWith(before.text.trimEnd())).toBe(true)
    expect(new Set(forked.transcript.entries.map(({ id }) => id)).size).toBe(forked.transcript.entries.length)
    expect(forked.transcript.head.session?.sessionId).not.toBe(thread.transcript.head.session?.sessionId)
    expect(forked.summary.title).toBe('one (fork)')
  })

  it('reads unsaved files with its own token', async () => {
    const agent = await named('claude-agent-acp', scripted('forkingAgent'))
    const host = await testHost({ agents: { Claude: { ...agents().Forking, ...agent } } })
    const thread = await host.startThread('Claude')
    await thread.ask('token')
    const forked = await fork(host, thread)
    await forked.ask('token')
    const [first, second] = [thread, forked].map(({ text }) => [...text.matchAll(/<(parley_files_[\w-]{43})>/g)].at(-1)?.[1])
    expect(first).toBeDefined()
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
  })

  it('is complete after a restart, even without the original thread', async () => {
    const host = await testHost({ agents: agents() })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    const forked = await fork(host, thread)
    await forked.until(() => commandsOf(forked).includes('after-the-replay'))
    await forked.ask('two')

    const again = await host.restart()
    const reopened = await again.openThread(forked.threadId)

    expect(entriesOf(reopened)).toEqual(entriesOf(forked))
    expect(reopened.of('tool').map(({ call }) => call.title)).toEqual(['Call for one', 'Call for two'])
    await again.client.deleteThread({ threadId: thread.threadId })
    expect(entriesOf(await again.openThread(forked.threadId))).toEqual(entriesOf(forked))
  })

  it('is rejected during a turn', async () => {
    const host = await testHost({ agents: agents() })
    const thread = await host.startThread('Forking')
    await thread.send('wait')
    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'busy' })
    await thread.cancel()
    await thread.turnEnd()
    await fork(host, thread)
  })

  it('fails without a new thread if the agent lacks the method, and is no longer offered', async () => {
    const host = await testHost({ agents: agents('missing') })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    expect(thread.transcript.head.session?.canFork).toBe(true)

    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('no longer offered') as string,
    })

    await thread.until(() => thread.transcript.head.session?.canFork === undefined)
    expect(await host.client.listThreads({})).toHaveLength(1)
    await thread.ask('two')
  })

  it('is rejected if the agent returns the same session', async () => {
    const host = await testHost({ agents: agents('same') })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'agent_failed' })
    expect(await host.client.listThreads({})).toHaveLength(1)
  })

  it('is neither offered nor requested without the agent\'s capability', async () => {
    const host = await testHost({ agents: agents('none') })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    expect(thread.transcript.head.session?.canFork).toBeUndefined()
    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is off until enabled in settings.json', async () => {
    const host = await testHost({ agents: { Forking: scripted('forkingAgent') } })
    const thread = await host.startThread('Forking')
    await thread.ask('one')
    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('settings of Forking') as string,
    })
    expect((await host.client.readAgentSettings({ agentId: 'settings:Forking' })).experiments).toEqual({ fork: false })

    await host.client.setAgentExperiment({ agentId: 'settings:Forking', experiment: 'fork', isOn: true })

    expect(JSON.parse(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8'))).toMatchObject({
      agent_servers: { Forking: { experimental: { fork: true } } },
    })
    await fork(host, thread)
  })
})
