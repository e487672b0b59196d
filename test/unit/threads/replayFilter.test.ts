import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { ReplayFilter } from '../../../src/main/threads/session/replayFilter'

function makeMessage(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}
const asked: SessionUpdate = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hello' } }
const commands: SessionUpdate = { sessionUpdate: 'available_commands_update', availableCommands: [] }

describe('a replay', () => {
  it('of a thread that Parley has is dropped until the next prompt, except the session\'s current state', () => {
    const filter = new ReplayFilter({ how: 'load', isExternal: false })
    expect([asked, makeMessage('again'), commands].map(update => filter.shouldRecord({ update, bytes: 1 })))
      .toEqual([false, false, true])
    expect(filter.opened().updates).toEqual([])
    filter.startTurn()
    expect([asked, makeMessage('new')].map(update => filter.shouldRecord({ update, bytes: 1 }))).toEqual([false, true])
  })

  it('of a foreign session is held until the session is open, and then recorded', () => {
    const filter = new ReplayFilter({ how: 'load', isExternal: true })
    expect([asked, commands, makeMessage('again')].map(update => filter.shouldRecord({ update, bytes: 1 })))
      .toEqual([false, false, false])
    expect(filter.opened())
      .toEqual({ updates: [asked, commands, makeMessage('again')].map(update => ({ update, bytes: 1 })), isCut: false })
    expect([asked, makeMessage('late')].map(update => filter.shouldRecord({ update, bytes: 1 }))).toEqual([true, true])
    filter.startTurn()
    expect([asked, makeMessage('new')].map(update => filter.shouldRecord({ update, bytes: 1 }))).toEqual([false, true])
  })

  it('that an agent sends although it only resumes is dropped until its response', () => {
    const filter = new ReplayFilter({ how: 'resume', isExternal: false })
    const passes = [asked, makeMessage('again'), commands].map(update => filter.shouldRecord({ update, bytes: 1 }))
    expect(passes).toEqual([false, false, true])
    filter.opened()
    expect(filter.shouldRecord({ update: makeMessage('on its own'), bytes: 1 })).toBe(true)
  })

  it('that is too long loses its start', () => {
    const filter = new ReplayFilter({ how: 'load', isExternal: true, maxBytes: 25 })
    for (const text of ['one', 'two', 'three'])
      filter.shouldRecord({ update: makeMessage(text), bytes: 10 })
    const updates = [makeMessage('two'), makeMessage('three')].map(update => ({ update, bytes: 10 }))
    expect(filter.opened()).toEqual({ updates, isCut: true })
  })
})
