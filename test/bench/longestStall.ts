import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Measures the longest time that the event loop is blocked while `work` runs, in milliseconds. */
export async function measureLongestStall(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause(10) // it counts from its first tick
  try {
    await work()
    return delay.max / 1e6
  }
  finally {
    delay.disable()
  }
}
