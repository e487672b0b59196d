import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { leaveOutBulk } from '../../../src/main/threads/log/leaveOutBulk'

function commands(_meta?: Record<string, unknown>): SessionUpdate {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'init', description: 'Begin' }],
    _meta,
  }
}

it('leaves only what is large out of an update, and everything where nothing is', () => {
  const small = commands({ note: 'short', nothing: undefined })
  expect(leaveOutBulk(small)).toBe(small)
  expect(leaveOutBulk(commands())).toEqual(commands())
  expect(leaveOutBulk(commands({ note: 'short', details: { text: 'x'.repeat(40_000) } }))).toEqual(commands({ note: 'short' }))
})
