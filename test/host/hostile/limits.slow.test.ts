import type { TestThread } from '../../support/testThread'
import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

function notices(thread: TestThread): string[] {
  return thread.of('notice').map(({ notice }) => `${notice.title}: ${notice.description ?? ''}`)
}

// Tests that take seconds; the rest is in limits.test.ts.
describe('Parley limits', () => {
  it('unreleased terminals and concurrent commands, and says so once', async () => {
    const host = await testHost({ agents: { Keeps: hostile('wire/keepsTerminals') } })
    const thread = await host.startThread('Keeps')

    await thread.ask('go', { answer: 'allow_thread' })

    expect(thread.text).toMatch(/First: Terminal \S+ not found\. Last: number 33/)
    expect(thread.text).toContain('At once: 32.')
    const first = thread.tools.flatMap(({ terminalIds }) => terminalIds)[0]!
    expect(await thread.terminal(first)).toMatchObject({ state: 'exited', output: expect.stringContaining('number 0') })
    expect(notices(thread)).toEqual([
      expect.stringContaining('Parley releases the oldest'),
      expect.stringContaining('refuses further commands until one of them ends'),
    ])
    await host.client.forceStop({ threadId: thread.threadId })
  }, 60_000)

  it('the kept output of all commands of an agent together, and says so once', async () => {
    const host = await testHost({ agents: { All: hostile('terminal/asksForAllOutput') } })
    const thread = await host.startThread('All')

    await thread.ask('go', { answer: 'allow_thread' })

    const [whole, end] = [3_000_000, 1024 * 1024]
    expect(thread.text).toContain(`Held: ${[whole, whole, whole, whole, end].join(' ')}.`)
    expect(thread.text).toContain(`After: ${whole}.`)
    expect(notices(thread)).toEqual([expect.stringContaining('asks for more command output')])
  }, 60_000)
})
