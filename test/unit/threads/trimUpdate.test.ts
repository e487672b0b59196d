import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { trimMeta } from '../../../src/main/threads/log/trimUpdate'

function commands(_meta?: Record<string, unknown>): SessionUpdate {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'init', description: 'Begin' }],
    _meta,
  }
}

it('leaves only what is large out of an update, and everything where nothing is', () => {
  const small = commands({ note: 'short', nothing: undefined })
  expect(trimMeta(small)).toBe(small)
  expect(trimMeta(commands())).toEqual(commands())
  expect(trimMeta(commands({ note: 'short', details: { text: 'x'.repeat(40_000) } }))).toEqual(commands({ note: 'short' }))
})
