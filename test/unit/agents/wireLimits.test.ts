import { expect, it } from 'vitest'
import { estimateBytes } from '../../../src/main/agents/wire/estimateBytes'
import { HeavyRequests, LargeAnswers, ThrottledNotices } from '../../../src/main/agents/wire/wireLimits'

const megabyte = 1024 * 1024

it('holds an agent\'s input while its open requests exceed 64 MiB, even under one id', () => {
  let held = 0
  const requests = new HeavyRequests(() => {
    held++
    return () => held--
  })
  requests.add('same', 40 * megabyte)
  requests.add('same', 40 * megabyte)
  requests.add('small', 1000)
  expect(held).toBe(1)
  requests.remove('small')
  requests.remove('nobody')
  expect(held).toBe(1)
  requests.remove('same')
  expect(held).toBe(0)
  requests.remove('same')
  requests.remove('same')
  requests.add('other', 60 * megabyte)
  expect(held).toBe(0)
})

it('prepares at most four large responses at a time, and continues after a failed one', async () => {
  const answers = new LargeAnswers(() => Promise.resolve())
  let [now, most] = [0, 0]
  const make = (index: number): Promise<number> => answers.make(async () => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
    if (index % 3 === 0)
      throw new Error('no such file')
    return index
  })
  const made = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => make(index)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(13)
  expect(most).toBe(4)
})

it('emits the first notice of a kind immediately, and then one a minute with the number of skipped ones', () => {
  const told: string[] = []
  let now = 0
  const notices = new ThrottledNotices(notice => told.push(notice), { clock: () => now })
  for (let count = 0; count < 5; count++)
    notices.add('long', 'Too long.')
  notices.add('deep', 'Too deep.')
  expect(told).toEqual(['Too long.', 'Too deep.'])
  now = 60_000
  notices.add('long', 'Too long.')
  expect(told.at(-1)).toBe('Too long. 4 more like it came before.')
})

it('estimates many small parts as larger than their text', () => {
  expect(estimateBytes('x'.repeat(1000))).toBe(1000)
  expect(estimateBytes(JSON.parse(`[${'{},'.repeat(999)}{}]`))).toBeGreaterThan(50_000)
})
