import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { trimMeta } from '../../../src/main/threads/log/trimUpdate'

function makeCommands(_meta?: Record<string, unknown>): SessionUpdate {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'init', description: 'Begin' }],
    _meta,
  }
}

it('removes only large parts of an update\'s metadata', () => {
  const small = makeCommands({ note: 'short', nothing: undefined })
  expect(trimMeta(small)).toBe(small)
  expect(trimMeta(makeCommands())).toEqual(makeCommands())
  expect(trimMeta(makeCommands({ note: 'short', details: { text: 'x'.repeat(40_000) } })))
    .toEqual(makeCommands({ note: 'short' }))
})
