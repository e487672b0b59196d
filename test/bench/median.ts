/** The median of `runs` results of `measure`, after one that does not count. */
export async function medianOf(runs: number, measure: () => number | Promise<number>): Promise<number> {
  await measure()
  const results: number[] = []
  for (let run = 0; run < runs; run++)
    results.push(await measure())
  return results.sort((a, b) => a - b)[Math.floor(runs / 2)]!
}

/** How long `work` takes, in milliseconds. */
export function millisecondsOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
