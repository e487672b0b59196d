import { type BigIntStats, lstatSync } from 'node:fs'
import { getSystemCode } from '../../../shared/errors'

/** Identifies a thread's scratch folder: its name, and the folder on disk. */
export interface ScratchPin {
  readonly name: string
  readonly device: string
  readonly inode: string
  /** The parent of all scratch folders. It changes if Parley's data was moved or restored as a whole. */
  readonly parentDevice: string
  readonly parentInode: string
}

/** Stats `path` without following links; `undefined` if it does not exist. */
export function statWithoutFollowing(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true })
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}

export function createPin(name: string, folder: BigIntStats, parent: BigIntStats): ScratchPin {
  return {
    name,
    device: String(folder.dev),
    inode: String(folder.ino),
    parentDevice: String(parent.dev),
    parentInode: String(parent.ino),
  }
}

/**
 * Whether the folder is the pinned one. If the parent differs, the data was moved or copied as a whole, or the disk has
 * a new device number; then the name and location are sufficient.
 */
export function isPinned(folder: BigIntStats, parent: BigIntStats, pin: ScratchPin): boolean {
  if (!folder.isDirectory())
    return false
  const isMoved = String(parent.dev) !== pin.parentDevice || String(parent.ino) !== pin.parentInode
  return isMoved || (String(folder.dev) === pin.device && String(folder.ino) === pin.inode)
}
