import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'
import { takesFlood, tellsOnce } from './sizes'

describe('a flood', () => {
  it('of 12,000 updates and 600 diffs is handled', () =>
    takesFlood({ updates: 12_000 }))

  it.each([
    ['updates', 'wire/floodsForEver'],
    ['empty lines', 'wire/emptyLines'],
    ['noise', 'wire/shortNoise'],
    ['updates while its log is watched', 'wire/floodsForEver', true],
  ])('of endless %s does not block another thread, and ends with a force stop', async (_, name, isWatched?: boolean) => {
    const host = await testHost({ agents: { Floods: hostile(name) } })
    const [flooded, other] = [await host.startThread('Floods'), await host.startThread()]
    await other.until(() => other.summary.activity.state === 'ready')
    if (isWatched)
      await host.client.openAgentLog({ threadId: flooded.threadId })
    await flooded.send('go')

    for (let turn = 0; turn < 3; turn++) {
      expect((await other.ask('hello')).end.reason).toBe('end_turn')
    }
    await flooded.cancel()
    await host.client.forceStop({ threadId: flooded.threadId })

    expect((await flooded.turnEnd()).end.reason).toBe('cancelled')
    expect(flooded.summary.activity.state).toBe('asleep')
  })

  it('of 2,000 unreadable messages is reported once', () => tellsOnce({ messages: 2_000 }))
})
