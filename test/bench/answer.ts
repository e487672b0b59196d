import type { BenchRow } from './row'
import { streaming } from './streaming'

/** Measures an answer of 20 kB that streams below fifty messages, against the idle page. Needs a build. */
export function bench(): Promise<BenchRow[]> {
  return streaming('answer', {
    busiest: 2.2,
    begin: async (thread) => {
      await thread.ask('history')
      await thread.send('answer')
    },
  })
}
