import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { counting, cutAtRandom, numbers, said } from './networkCuts'

describe.each(['ws', 'http'] as const)('a connection by %s', (scheme) => {
  it.each(['resume', 'load'] as const)(
    'loses and doubles nothing in 50 cuts of 0.1 to 3 s at random moments, continued by session/%s',
    async (how) => {
      const seeds = [1, 2, 3, 4, 5]
      await Promise.all(seeds.map(seed => cutAtRandom(how, scheme, { cuts: 10, maxCutMs: 3_000, seed })))
    },
  )

  it('that is cut for 60 s is continued by hand, once the network is back', async () => {
    const { thread, host, net, calls } = await counting('resume', scheme)
    const { threadId } = thread
    await thread.send('10000')
    await thread.until(() => said(thread).length > 5)
    net.cut()
    expect((await thread.turnEnd()).end).toMatchObject({ reason: 'error', isBrokenOff: true })
    const words = said(thread)
    for (let second = 0; second < 60; second += 15) {
      await expect(host.client.restartAgent({ threadId })).rejects.toThrow(/cannot be reached/)
      await delay(15_000)
    }
    net.mend()
    await host.client.restartAgent({ threadId })
    await thread.ask('3')
    expect(said(thread)).toEqual([...words, '1', '2', '3'])
    expect(calls()).toEqual(['new', 'prompt', 'resume', 'prompt'])
  })

  it('that is held up for 60 s goes on by itself, with every word', async () => {
    const { thread, net, calls } = await counting('resume', scheme)
    await thread.send('8000')
    await thread.until(() => said(thread).length > 5)
    net.hold()
    await delay(60_000)
    net.release()
    expect((await thread.turnEnd()).end.reason).toBe('end_turn')
    expect(said(thread)).toEqual(numbers(8_000))
    expect(calls()).toEqual(['new', 'prompt'])
  })
})
