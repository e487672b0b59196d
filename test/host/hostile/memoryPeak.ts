import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const resetFile = '/proc/self/clear_refs'

/** The maximum growth of this process during `work`, in megabytes. */
export async function memoryPeak(work: () => Promise<void>): Promise<number> {
  // Linux keeps the highest mark itself, also of moments when no timer runs; elsewhere it is sampled.
  const isKept = existsSync(resetFile)
  if (isKept)
    writeFileSync(resetFile, '5')
  const before = process.memoryUsage.rss()
  let highest = before
  const sample = (): void => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, 20)
  await work()
  clearInterval(timer)
  sample()
  return (Math.max(highest, isKept ? keptPeak() : 0) - before) / 1024 / 1024
}

function keptPeak(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024
}
