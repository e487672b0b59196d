import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

describe('a flood of an agent\'s', () => {
  it('of 60,000 updates and 3,000 diffs is taken, and its next request answered, within ten seconds', async () => {
    const host = await testHost({ agents: { Floods: hostile('wire/floodThenAsk') } })
    writeFileSync(join(host.workspace, 'asked.txt'), 'the file')
    const thread = await host.startThread('Floods')
    await thread.until(() => thread.summary.activity.state === 'ready')

    const startedAt = performance.now()
    expect((await thread.ask('go')).end.reason).toBe('end_turn')
    expect(performance.now() - startedAt).toBeLessThan(10_000)

    expect(thread.text).toContain('It says: the file')
    expect(thread.text.match(/\bword\b/g)).toHaveLength(51_000)
    expect(thread.tools).toHaveLength(500)
  })

  it.each([
    ['updates', 'wire/floodsForEver'],
    ['empty lines', 'wire/emptyLines'],
    ['noise', 'wire/shortNoise'],
    ['updates while its log is watched', 'wire/floodsForEver', true],
  ])('of %s without end does not hold up another thread, and ends when the person says so', async (_, name, isWatched?: boolean) => {
    const host = await testHost({ agents: { Floods: hostile(name) } })
    const [flooded, other] = [await host.startThread('Floods'), await host.startThread()]
    await other.until(() => other.summary.activity.state === 'ready')
    if (isWatched)
      await host.client.openAgentLog({ threadId: flooded.threadId })
    await flooded.send('go')

    for (let turn = 0; turn < 5; turn++) {
      const startedAt = performance.now()
      expect((await other.ask('hello')).end.reason).toBe('end_turn')
      expect(performance.now() - startedAt).toBeLessThan(2000)
    }
    await flooded.cancel()
    await host.client.forceStop({ threadId: flooded.threadId })

    expect((await flooded.turnEnd()).end.reason).toBe('cancelled')
    expect(flooded.summary.activity.state).toBe('asleep')
  })

  it('of messages that cannot be read is told of once, not 20,000 times', async () => {
    const host = await testHost({ agents: { Deep: hostile('wire/deepFlood') } })
    const thread = await host.startThread('Deep')

    expect((await thread.ask('go')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('That was deep.')
    expect(thread.of('notice')).toHaveLength(1)
  })
})
