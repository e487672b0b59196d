import type { BenchRow } from './row'
import { streaming } from './streaming'

const others = 5

/**
 * Three terminals in view at 200 kB a second each, while five other threads stream, against the idle page. Needs a
 * build.
 */
export function bench(): Promise<BenchRow[]> {
  return streaming('combined', async (thread) => {
    for (let other = 0; other < others; other++) {
      await thread.send('answer')
      await thread.start('streams')
    }
    await thread.send('terminals')
  })
}
