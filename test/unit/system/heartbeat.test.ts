import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Heartbeat } from '../../../src/main/system/heartbeat'
import { reduceActivity } from '../../../src/main/threads/activity'

describe('Heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reports the size of a clock jump, and nothing while the clock is steady', () => {
    const jumps: number[] = []
    let beats = 0
    const heartbeat = new Heartbeat({ onBeat: () => beats++, onJump: byMs => jumps.push(byMs) })
    vi.advanceTimersByTime(60_000)
    expect([beats, jumps]).toEqual([12, []])
    vi.setSystemTime(Date.now() + 8 * 3600_000) // the machine slept
    vi.advanceTimersByTime(5_000)
    expect([beats, jumps]).toEqual([13, [8 * 3600_000]])
    vi.setSystemTime(Date.now() - 60_000) // the clock was set back
    vi.advanceTimersByTime(5_000)
    expect(jumps.at(-1)).toBe(-60_000)
    heartbeat.dispose()
    vi.advanceTimersByTime(60_000)
    expect(beats).toBe(14)
  })
})

describe('a jump of the clock', () => {
  it('counts neither as silence nor as work', () => {
    expect(reduceActivity({ state: 'working', since: 1000, lastUpdateAt: 2000 }, { type: 'clockJumped', byMs: 500 }, 9000)).toEqual({
      state: 'working',
      since: 1500,
      lastUpdateAt: 2500,
    })
    expect(reduceActivity({ state: 'ready' }, { type: 'clockJumped', byMs: 500 }, 9000)).toEqual({ state: 'ready' })
  })
})
