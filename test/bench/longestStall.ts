import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** For how long at most nothing else of this process ran while `work` did, in milliseconds. */
export async function longestStall(work: () => Promise<void>): Promise<number> {
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
