import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

/** What the agent writes in a whole conversation; the test that lives says so if it no longer holds. */
const messages = 17

describe('an agent that is killed', () => {
  it(`after any of its ${messages} messages leaves a thread that says so, with nothing open in it`, async () => {
    const agents = Object.fromEntries(
      Array.from({ length: messages }, (_, count) => [`Mortal ${count}`, hostile('life/diesAfter', { DIES_AFTER: String(count) })]),
    )
    const host = await testHost({ isRecorded: true, agents })
    for (let count = 0; count < messages; count++) {
      const thread = await host.startThread(`Mortal ${count}`)
      const asked = thread.ask('go').catch((error: unknown) => error)
      await thread.until(() => thread.summary.activity.state === 'stopped')
      await asked

      const said = `after ${count} messages`
      expect(thread.summary.activity, said).toMatchObject({ state: 'stopped', message: expect.stringContaining('SIGKILL') })
      expect(thread.summary.waiting, said).toBe(0)
      expect(openPermissions(thread.transcript), said).toEqual([])
      expect(thread.transcript.head.turnOpen, said).toBe(false)
      // Either the prompt was never taken, and nothing of it is there, or its turn has ended once.
      expect(thread.turnEnds, said).toHaveLength(thread.of('user').length)
      expect(thread.tools.filter(({ call, endedAt }) => endedAt === undefined && call.status !== 'completed'), said).toEqual([])
      for (const terminalId of thread.tools.flatMap(({ terminalIds }) => terminalIds))
        await thread.until(async () => (await thread.terminal(terminalId))?.state !== 'running')
      await host.client.deleteThread({ threadId: thread.threadId })
    }
  }, 120_000)

  it(`after more than ${messages} messages has said all that it had to say`, async () => {
    const host = await testHost({ isRecorded: true, agents: { Mortal: hostile('life/diesAfter', { DIES_AFTER: String(messages + 1) }) } })
    const thread = await host.startThread('Mortal')

    expect((await thread.ask('go')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('I end.')
  })
})
