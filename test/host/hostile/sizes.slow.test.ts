import { expect, it } from 'vitest'
import { attacked } from './attacked'
import { memoryPeak } from './memoryPeak'
import {
  answersEachOfMany,
  conversationMessages,
  endsEndlessTurn,
  keepsTheEnd,
  leavesNothingOpen,
  showsOldOrNew,
  staysInside,
  takesFlood,
  tellsOnce,
} from './sizes'

it('an agent gets every answer to 3,000 reads and a write of 48 MB', () => answersEachOfMany({ reads: 3_000, megabytes: 48 }))

it('a reader never sees a partly written file of 8 MB', () => showsOldOrNew({ megabytes: 8 }))

it.runIf(process.platform === 'linux')('an agent that swaps files reads and writes nothing outside in 200 rounds', () =>
  staysInside({ rounds: 200 }))

it.runIf(process.platform !== 'win32')('a command that prints 100 MB takes bounded memory', async () => {
  expect(await memoryPeak(() => keepsTheEnd({ megabytes: 100 }))).toBeLessThan(400)
})

it('a flood of 60,000 updates and 3,000 diffs is handled', () => takesFlood({ updates: 60_000 }))

it('20,000 unreadable messages are reported once', () => tellsOnce({ messages: 20_000 }))

it('a turn without end is ended after 20,000 entries', () => endsEndlessTurn())

it(`an agent that is killed after any of its ${conversationMessages} messages leaves nothing open`, () =>
  leavesNothingOpen(Array.from({ length: conversationMessages }, (_, count) => count)))

it.runIf(process.platform !== 'win32')('a hostile command ends with all of its processes, even if it ignores SIGTERM', async () => {
  const { report } = await attacked<Record<string, { tookMs: number, left: number, exit: unknown }>>(
    'terminal/clingsToLife',
    'allow_once',
  )

  expect(Object.keys(report)).toHaveLength(16)
  expect(Object.entries(report).filter(([, { left }]) => left > 0)).toEqual([])
  expect(Object.entries(report).filter(([, { tookMs }]) => tookMs > 9_000)).toEqual([])
  expect(Object.entries(report).filter(([, { exit }]) => typeof exit !== 'object')).toEqual([])
}, 60_000)
