import type { TestThread } from '../../support/testThread'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost, type TestHost } from '../../support/testHost'

async function start(name: string): Promise<{ host: TestHost, thread: TestThread }> {
  const host = await testHost({ agents: { Odd: hostile(name) } })
  writeFileSync(join(host.workspace, 'asked.txt'), 'asked')
  return { host, thread: await host.startThread('Odd') }
}

describe('messages of a hostile agent', () => {
  it('that answer a prompt end the turn, even if they are malformed', async () => {
    const { thread } = await start('wire/answersOddly')
    const result = { stopReason: 'end_turn' }
    const ends: readonly (readonly [answer: unknown, end: unknown])[] = [
      [{ result, error: null }, { reason: 'end_turn' }],
      [{ result, error: null, method: null, params: null }, { reason: 'end_turn' }],
      [{ result, method: 7 }, { reason: 'end_turn' }],
      [{ result: null }, { reason: 'end_turn' }],
      [{ result: 7 }, { reason: 'end_turn' }],
      [{ result: { stopReason: {}, _meta: 7, usage: 'x' } }, { reason: 'end_turn' }],
      [{ result: null, error: { code: -32603, message: 'Both' } }, { reason: 'error', message: 'Both' }],
      [{ error: 'In words' }, { reason: 'error', message: 'In words' }],
      [{ error: { message: 'Without a code' } }, { reason: 'error', message: 'Without a code' }],
      [{ error: { code: 'x', message: 7, data: [{}] } }, { reason: 'error', message: expect.stringContaining('no words') }],
      [{ error: [] }, { reason: 'error', message: expect.stringContaining('no words') }],
      [{}, { reason: 'error', message: expect.stringContaining('neither a result nor an error') }],
    ]
    for (const [answer, end] of ends)
      expect([answer, (await thread.ask(JSON.stringify(answer))).end]).toMatchObject([answer, end])
    expect(thread.summary.activity.state).toBe('ready')
  })

  it('with invalid ids are rejected without an id; those with unusual ids are answered', async () => {
    const { thread } = await start('wire/oddIds')

    expect((await thread.ask('go')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Answered: "" "__proto__" "xxxxxxxxxxxxxxxxxxx -1 1.5 1e+300 null. Refused: 4.')
  })

  it('that are invalid and 4 MB long do not block later ones', async () => {
    const { thread } = await start('wire/heavyNonsense')

    expect((await thread.ask('go')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('All asked.')
  }, 60_000)

  it('that rename a session 10,000 times lead to few updates of the list', async () => {
    const { host, thread } = await start('wire/titlesForEver')
    let told = 0
    host.connection.on('threadChanged', () => told++)

    await thread.ask('go')
    await thread.until(() => thread.summary.title === 'Title 10000')

    expect(told).toBeLessThan(200)
    expect((await (await host.restart()).openThread(thread.threadId)).summary.title).toBe('Title 10000')
  }, 60_000)
})
