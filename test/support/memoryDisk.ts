import { accessSync, chmodSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'

const disk = '/dev/shm'
const neededBytes = 4 * 2 ** 30

/**
 * Puts all temporary folders of the run onto a disk in memory if there is a large one: tests create hundreds of small
 * databases, and each commit would wait for the machine's disk.
 */
export function setup(): (() => Promise<void>) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom())
    return undefined
  const folder = realpathSync(mkdtempSync(`${disk}/parley-tests-`))
  chmodSync(folder, 0o755) // tests also act as another user
  process.env.TMPDIR = folder
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function hasRoom(): boolean {
  try {
    accessSync(disk, constants.W_OK)
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize >= neededBytes
  }
  catch {
    return false // no such disk on this system
  }
}
