import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostLink } from '../../../src/renderer/connect'
import { channelPair } from '../../support/channelPair'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('reconnects with a new connection when the channel is lost', async () => {
  const pairs = [channelPair(), channelPair()]
  let opened = 0
  const link = new HostLink(() => Promise.resolve(pairs[opened++]!.left))
  await vi.advanceTimersByTimeAsync(0)
  const first = link.current.value
  pairs[0]!.close()
  expect(link.trouble.value).toBe('Can’t reach Parley. Reconnecting…')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(link.trouble.value).toBeUndefined()
  expect(link.current.value?.number).toBe((first?.number ?? 0) + 1)
})

it('waits longer after each failure, but reconnects immediately on request', async () => {
  const open = vi.fn(() => Promise.reject(new Error('It does not answer')))
  const link = new HostLink(open)
  await vi.advanceTimersByTimeAsync(60_000)
  const tries = open.mock.calls.length
  expect(tries).toBeGreaterThan(10)
  expect(tries).toBeLessThan(20)
  link.retry()
  expect(open).toHaveBeenCalledTimes(tries + 1)
  link.dispose()
})
