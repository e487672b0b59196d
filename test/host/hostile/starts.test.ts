import { describe, expect, it } from 'vitest'
import { hostile, scripted } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

const session = (value: unknown): Record<string, string> => ({ SESSION: JSON.stringify(value) })

describe('an agent that starts badly', () => {
  it.each([
    ['crashes', hostile('life/crashesAtStart'), 'exit code 13'],
    ['says nothing of itself', hostile('wire/strangeGreeting', { GREETING: 'null' }), 'did not introduce itself'],
    ['introduces itself as text', hostile('wire/strangeGreeting', { GREETING: '"hello"' }), 'did not introduce itself'],
    ['names no version', hostile('wire/strangeGreeting', { GREETING: '{}' }), 'did not introduce itself'],
    ['speaks version 999', hostile('wire/strangeGreeting', { GREETING: '{"protocolVersion":999}' }), 'version 999'],
    ['speaks version "1"', hostile('wire/strangeGreeting', { GREETING: '{"protocolVersion":"1"}' }), 'which is not a whole number'],
    [
      'speaks a version of a megabyte',
      hostile('wire/strangeGreeting', { GREETING: JSON.stringify({ protocolVersion: ['x'.repeat(100_000)] }) }),
      'version ["xxx',
    ],
    ['begins no session', hostile('wire/strangeGreeting', session(null)), 'did not say which session'],
    ['names its session with a number', hostile('wire/strangeGreeting', session({ sessionId: 7 })), 'did not say which session'],
    ['names its session with nothing', hostile('wire/strangeGreeting', session({ sessionId: '' })), 'did not say which session'],
    [
      'names its session with 257 characters',
      hostile('wire/strangeGreeting', session({ sessionId: 'x'.repeat(257) })),
      'did not say which session',
    ],
  ])('is stopped with an explanation if it %s', async (_, agent, said) => {
    const host = await testHost({ agents: { Bad: agent } })
    const thread = await host.startThread('Bad')

    await thread.until(() => thread.summary.activity.state === 'stopped')

    expect(thread.summary.activity).toMatchObject({ message: expect.stringContaining(said) })
    expect(thread.summary.activity, 'these words are Parley\'s').not.toMatchObject({ message: expect.stringContaining('It said') })
    expect(JSON.stringify(thread.summary).length).toBeLessThan(10_000)
    await expect(thread.send('hello')).rejects.toThrow()
    expect(thread.of('user')).toEqual([])
  })

  it.each(['__proto__', '../../escape', 'a\u0000b', '‮session'])('works with the session id %j', async (sessionId) => {
    const host = await testHost({ agents: { Odd: hostile('wire/strangeGreeting', session({ sessionId })) } })
    const thread = await host.startThread('Odd')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Well met.')
    await host.client.deleteThread({ threadId: thread.threadId })
  })

  it('is used with its first answer if it answers each start twice', async () => {
    const host = await testHost({ agents: { Twice: hostile('wire/greetsTwice') } })
    const thread = await host.startThread('Twice')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('From the first.')
    expect(thread.text).not.toContain('From the other session.')
  })

  it('can be stopped, restarted and deleted while it hangs', async () => {
    const host = await testHost({ agents: { Hangs: hostile('life/hangsAtStart') } })
    const thread = await host.startThread('Hangs')
    await thread.until(() => thread.summary.activity.state === 'starting')

    await host.client.forceStop({ threadId: thread.threadId })
    expect(thread.summary.activity.state).toBe('asleep')

    void host.client.restartAgent({ threadId: thread.threadId }).catch(() => undefined)
    await thread.until(() => thread.summary.activity.state === 'starting')
    await host.client.deleteThread({ threadId: thread.threadId })
  })

  it('gets the prompt that waited for its slow start', async () => {
    const host = await testHost({ agents: { Slow: hostile('life/slowSession') } })
    const thread = await host.startThread('Slow')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('is usable after much noise', async () => {
    const host = await testHost({ agents: { Garbage: scripted('garbage') } })
    const thread = await host.startThread('Garbage')

    await thread.until(() => thread.summary.activity.state === 'ready')
  })
})
