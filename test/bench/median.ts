/** The middle value; of an even number, the upper of both in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The median of `runs` results of `measure`, after a warm-up. */
export async function measureMedian(runs: number, measure: () => number | Promise<number>): Promise<number> {
  const [value] = await measureMedians(runs, [measure])
  return value!
}

/** Like `measureMedian` for several measures, interleaved so that other load affects all of them alike. */
export async function measureMedians(runs: number, measures: readonly (() => number | Promise<number>)[]): Promise<number[]> {
  const results: number[][] = measures.map(() => [])
  for (let run = -1; run < runs; run++) {
    for (const [index, measure] of measures.entries()) {
      const result = await measure()
      if (run >= 0)
        results[index]!.push(result)
    }
  }
  return results.map(median)
}

/** How long `work` takes, in milliseconds. */
export function measureMs(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
