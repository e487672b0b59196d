import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'
import { conversationMessages, leavesNothingOpen } from './sizes'

describe('an agent that is killed', () => {
  // After each of them: sizes.slow.test.ts.
  it('after every third of its messages leaves nothing open in the thread', () =>
    leavesNothingOpen(Array.from({ length: conversationMessages / 3 }, (_, index) => 3 * index + 1)))

  it(`after more than ${conversationMessages} messages has already completed its turn`, async () => {
    const mortal = hostile('life/diesAfter', { DIES_AFTER: String(conversationMessages + 1) })
    const host = await testHost({ isRecorded: true, agents: { Mortal: mortal } })
    const thread = await host.startThread('Mortal')

    expect((await thread.ask('go')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('I end.')
  })
})
