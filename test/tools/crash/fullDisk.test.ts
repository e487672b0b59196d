import { it } from 'vitest'
import { canMount, smallDisk, survives } from './fullDisk'

// With a file size limit, and with more than memory may hold: fullDisk.slow.test.ts.
it.runIf(canMount)(
  'goes on in memory on a full disk, refuses what it cannot keep, says so, and stores it all once there is room',
  () => survives(smallDisk()),
  60_000,
)
