import { describe, expect, it } from 'vitest'
import { hostile } from './scriptedAgent'
import { testHost } from './testHost'

describe('odd agents', () => {
  it('that answer a prompt and exit at once have answered it', async () => {
    const host = await testHost({ agents: { Leaves: hostile('life/leavesAfterAnswer') } })
    const thread = await host.startThread('Leaves')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Bye.')
    await thread.until(() => thread.summary.activity.state === 'stopped')
    expect(thread.turnEnds).toHaveLength(1)
  })

  it('that answer a prompt twice end one turn, and the next is a turn of its own', async () => {
    const host = await testHost({ agents: { Twice: hostile('wire/answersTwice') } })
    const thread = await host.startThread('Twice')

    expect((await thread.ask('one')).end.reason).toBe('end_turn')
    expect((await thread.ask('two')).end.reason).toBe('end_turn')

    expect(thread.turnEnds).toHaveLength(2)
    expect(thread.summary.activity.state).toBe('ready')
  })

  it('that close their output are ended, and the thread says why', async () => {
    const host = await testHost({ agents: { Mute: hostile('life/closesOutput') } })
    const thread = await host.startThread('Mute')

    const { end } = await thread.ask('hello')

    expect(end).toMatchObject({ reason: 'error', message: expect.stringContaining('closed its connection') })
    expect(thread.summary.activity).toMatchObject({ state: 'stopped', message: expect.stringContaining('closed its connection') })
  })

  it('that flood one thread do not hold up another', async () => {
    const host = await testHost({ agents: { Floods: hostile('wire/floods') } })
    const [flooded, other] = [await host.startThread('Floods'), await host.startThread()]
    await flooded.send('go')

    const startedAt = performance.now()
    expect((await other.ask('hello')).end.reason).toBe('end_turn')
    expect(performance.now() - startedAt).toBeLessThan(5000)

    expect((await flooded.turnEnd()).end.reason).toBe('end_turn')
    expect(flooded.text.match(/\bword\b/g)).toHaveLength(100_000)
  })

  it.each([['"1"'], ['2']])('that speak version %s are refused in words', async (version) => {
    const host = await testHost({ agents: { Other: hostile('wire/otherVersion', { VERSION: version }) } })
    const thread = await host.startThread('Other')

    await thread.until(() => thread.summary.activity.state === 'stopped')

    expect(thread.summary.activity).toMatchObject({ message: expect.stringContaining(`version ${version}`) })
  })
})
