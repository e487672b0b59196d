import { monitorEventLoopDelay } from 'node:perf_hooks'

/** For how long at most nothing else of this process ran while `work` did, in milliseconds. */
export async function longestStall(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  try {
    await work()
    return delay.max / 1e6
  }
  finally {
    delay.disable()
  }
}
