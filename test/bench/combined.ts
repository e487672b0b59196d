import type { OpenThread } from '../e2e/app/openThread'
import type { BenchRow } from './row'
import { streaming } from './streaming'

const others = 5

/**
 * Measures three terminals in view at 200 kB a second each, while five other threads stream, against the idle page.
 * Needs a build.
 */
export function bench(): Promise<BenchRow[]> {
  return streaming('combined', {
    busiest: 1.9,
    begin: async (thread) => {
      await streamInOthers(thread)
      await thread.send('terminals')
    },
  })
}

/** Lets five threads stream, and opens a new one. */
export async function streamInOthers(thread: OpenThread): Promise<void> {
  for (let other = 0; other < others; other++) {
    await thread.send('answer')
    await thread.start('streams')
  }
}
