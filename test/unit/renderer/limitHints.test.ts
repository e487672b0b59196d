import type { UsageUpdate } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { findLimitHints } from '../../../src/renderer/components/thread/limitHints'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'

function findHints(...updates: UsageUpdate[]) {
  const { head } = reduce(emptyTranscript, updates.map((usage, index) =>
    ({ seq: index + 1, at: 0, type: 'update', update: { sessionUpdate: 'usage_update', ...usage } })))
  return findLimitHints({ ...head, commands: [{ name: 'compact', description: '' }] })
}

it('gives advice at 80 % of the context, and again at 95', () => {
  expect(findHints({ used: 79, size: 100 })).toEqual([])
  const [close] = findHints({ used: 80, size: 100 })
  expect(close).toMatchObject({ text: expect.stringContaining('80 % full. Send /compact'), isUrgent: false })
  expect(findHints({ used: 95, size: 100 })[0]?.key).not.toBe(close!.key)
})

it('warns when the limit of a plan is close or reached', () => {
  const makeRate = (status: string, utilization: number) => ({
    used: 1,
    size: 100,
    _meta: { '_claude/rateLimit': { status, utilization, rateLimitType: 'five_hour', resetsAt: 1_800_000_000 } },
  })
  expect(findHints(makeRate('allowed', 0.5))).toEqual([])
  const [close] = findHints(makeRate('allowed_warning', 0.81), { used: 2, size: 100 })
  expect(close?.text).toMatch(/^81 % of your 5-hour limit is used; it resets on/)
  const [reached] = findHints(makeRate('rejected', 1))
  expect(reached).toMatchObject({ text: expect.stringMatching(/^You have reached your 5-hour limit/), isUrgent: true })
  expect(findHints({ used: 1, size: 100, _meta: { '_claude/rateLimit': 'soon' } })).toEqual([])
})
