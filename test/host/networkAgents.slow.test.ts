import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHost } from '../support/testHost'
import { counting, cutAtRandom, distantDemo, numbers, said } from './networkCuts'

describe.each(['ws', 'http'] as const)('a connection over %s', (scheme) => {
  it.each(['resume', 'load'] as const)(
    'loses and repeats nothing in 50 random cuts of up to 3 s, continued by session/%s',
    async (how) => {
      const seeds = [1, 2, 3, 4, 5]
      await Promise.all(seeds.map(seed => cutAtRandom(how, scheme, { cuts: 10, maxCutMs: 3_000, seed })))
    },
  )

  it('that broke before Parley exited is restored only by the next message', async () => {
    const { thread, host, net, calls, end } = await counting('load', scheme)
    await thread.send('1000')
    await thread.until(() => said(thread).length > 5)
    net.cut()
    await thread.turnEnd()
    const words = said(thread)
    await host.dispose()
    net.mend()
    const again = await testHost({ dataFolder: host.dataFolder })
    onTestFinished(end)
    const reopened = await again.openThread(thread.threadId)
    expect(reopened.turnEnds.map(({ end }) => end)).toMatchObject([{ reason: 'error', isBrokenOff: true }])
    expect(reopened.summary.activity.state).toBe('asleep')
    await delay(1_000)
    expect(calls()).toEqual(['new', 'prompt'])
    await reopened.ask('1')
    expect(calls()).toEqual(['new', 'prompt', 'load', 'prompt'])
    expect(said(reopened)).toEqual([...words, '1'])
  })

  it('that breaks closes open questions, forms and commands without acting on them', async () => {
    const { host, thread, net } = await distantDemo(scheme)
    const { threadId } = thread
    const breakOff = async (): Promise<void> => {
      net.cut()
      expect((await thread.turnEnd()).end).toMatchObject({ reason: 'error', isBrokenOff: true })
      expect(thread.summary.waiting).toBe(0)
      net.mend()
      await host.client.restartAgent({ threadId })
      await thread.until(() => thread.summary.activity.state === 'ready')
    }
    await thread.send('write a.txt hello')
    const { request: { requestId, options } } = await thread.permission()
    await breakOff()
    await expect(thread.answer(options[0]!.optionId, requestId)).rejects.toThrow(/already answered/)
    await thread.send('form')
    await thread.until(() => thread.of('elicitation').length > 0)
    await breakOff()
    await thread.send('run sleep 100; touch ran')
    await thread.answer((await thread.permission()).request.options[0]!.optionId)
    await thread.until(() => thread.tools.some(({ terminalIds }) => terminalIds.length > 0))
    const [terminalId] = thread.tools.flatMap(({ terminalIds }) => terminalIds)
    await breakOff()
    await thread.until(async () => (await thread.terminal(terminalId!))?.state === 'killed')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    expect(readdirSync(host.workspace)).toEqual([])
  })

  it('that is cut for 60 s can be continued once the network is back', async () => {
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

  it('that stalls for 60 s resumes without losing a word', async () => {
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
