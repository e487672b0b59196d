import { it } from 'vitest'
import { canMount, mountSmallDisk, survives } from './fullDisk'

// With a file size limit, and with more than memory may hold: fullDisk.slow.test.ts.
it.runIf(canMount)(
  'continues in memory on a full disk, rejects what it cannot keep, says so, and stores everything once there is space',
  () => survives(mountSmallDisk()),
  60_000,
)
