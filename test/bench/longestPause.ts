/** The longest time for which nothing else ran, in milliseconds of CPU time, without waiting. */
export async function longestPauseOf(work: () => Promise<unknown>): Promise<number> {
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
