import type { TestThread } from '../../support/testThread'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

function notices(thread: TestThread): string[] {
  return thread.of('notice').map(({ notice }) => `${notice.title}: ${notice.description ?? ''}`)
}

// The entries of a turn are limited in sizes.slow.test.ts.
describe('Parley limits', () => {
  it('an agent\'s name, modes and options, and says so once', async () => {
    const host = await testHost({ agents: { Huge: hostile('wire/hugeGreeting') } })
    const thread = await host.startThread('Huge')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    const { session, modes, configOptions, promptCapabilities } = thread.transcript.head
    expect(session!.agentName!.length).toBeLessThanOrEqual(200)
    expect(session!.agentVersion!.length).toBeLessThanOrEqual(200)
    expect(modes!.availableModes).toHaveLength(100)
    expect(configOptions).toHaveLength(100)
    expect(promptCapabilities).toEqual({ image: true })
    expect(thread.summary.title.length).toBeLessThanOrEqual(80)
    expect(notices(thread)).toEqual([
      expect.stringContaining('100 modes'),
      expect.stringContaining('100 options'),
      expect.stringContaining('a title of at most'),
    ])
  })

  it('the size of an agent\'s updates and requests, and says so once', async () => {
    const host = await testHost({ agents: { Big: hostile('wire/bigUpdates') } })
    const thread = await host.startThread('Big')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    const { plan, commands, configOptions, title } = thread.transcript.head
    expect([plan.length, commands.length]).toEqual([500, 1_000])
    expect(configOptions![0]).toMatchObject({ id: 'model', options: { length: 2_000 } })
    expect(title!.length).toBeLessThanOrEqual(16 * 1024)
    const [wide, deep] = thread.tools
    expect([wide!.call.content!.length, wide!.call.locations!.length, wide!.call.title.length]).toEqual([500, 500, 16 * 1024])
    expect(deep!.call.rawInput).toBeUndefined()
    expect(deep!.call).toMatchObject({ title: 'Much input', content: [{ type: 'diff', newText: 'small' }] })
    expect(thread.transcript.entries.flatMap(entry => (entry.kind === 'thought' ? entry.content : []))).toEqual([
      { type: 'text', text: expect.stringMatching(/^x{4194303}…$/) },
    ])
    expect(thread.of('unknown')).toMatchObject([{ update: { parts: { length: 10_000 } } }])
    expect(thread.text).toContain('Answers: -32602 -32602 -32602.')
    expect(thread.of('permission')).toEqual([])
    expect(new Set(notices(thread)).size).toBe(notices(thread).length)
    for (const told of [
      '500 plan entries',
      '1,000 commands',
      '100 options',
      '2,000 values',
      '500 parts',
      '500 places',
      'texts of at most 4 MB',
      'images and files of at most 12 MB',
      'updates of at most 16 MB',
      '10,000 items',
      'at most 4 MB',
    ]) {
      expect(
        notices(thread).some(notice => notice.includes(told)),
        told,
      ).toBe(true)
    }
    // And it can be opened again.
    const again = await (await host.restart()).openThread(thread.threadId)
    expect(again.transcript.head.plan).toHaveLength(500)
  }, 60_000)

  it('questions that an agent withdraws immediately, and says so once', async () => {
    const host = await testHost({ agents: { Withdraws: hostile('wire/withdraws', { COUNT: '150' }) } })
    writeFileSync(join(host.workspace, 'last.txt'), 'x')
    const thread = await host.startThread('Withdraws')

    await thread.send('go')
    await thread.until(() => thread.turnEnds.length === 1)

    expect(thread.turnEnds[0]!.end.reason).toBe('end_turn')
    expect(thread.of('permission')).toHaveLength(100)
    expect(thread.of('permission').every(({ answer }) => answer?.by === 'agent')).toBe(true)
    expect(thread.summary.waiting).toBe(0)
    expect(notices(thread)).toEqual([expect.stringContaining('Until your next message')])
  }, 60_000)

  it('pending requests, and says so once', async () => {
    const host = await testHost({ agents: { Waits: hostile('wire/waitsTooMuch') } })
    const thread = await host.startThread('Waits')

    await thread.ask('go')

    expect(thread.text).toContain('Refused: 100.')
    expect(notices(thread)).toEqual([expect.stringContaining('more than 1000 things at once')])
    await host.client.forceStop({ threadId: thread.threadId })
  })

  it('the length of error messages', async () => {
    const host = await testHost({ agents: { Errors: hostile('wire/longErrors') } })
    const thread = await host.startThread('Errors')

    const { end } = await thread.ask('go')

    expect(end).toMatchObject({ reason: 'error', message: expect.stringContaining('It went wrong.') })
    expect(end.message!.length).toBeLessThanOrEqual(4_000)
    expect(end.details!.length).toBeLessThan(70_000)
  })
})
