/** Measures the longest time that `work` blocks the event loop, in milliseconds of CPU time. */
export async function measureLongestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  let isDone = false
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isDone)
      setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  return longest
}
