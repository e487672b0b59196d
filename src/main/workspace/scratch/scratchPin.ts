import { type BigIntStats, lstatSync } from 'node:fs'
import { systemCode } from '../../../shared/errors'

/** What a thread's scratch folder was when it was lent: its name, and which folder on the disk. */
export interface ScratchPin {
  readonly name: string
  readonly device: string
  readonly inode: string
  /** The folder with all scratch folders: it is another one where Parley's data was moved or restored as a whole. */
  readonly parentDevice: string
  readonly parentInode: string
}

/** What is at `path` itself, links not followed; `undefined` if nothing is. */
export function thereAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true })
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}

/** Pins the folder of that name as it is now. */
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
 * Whether the folder is the one that was pinned. Where the folder around all of them is another by now, the data was
 * moved or copied as a whole, or the disk has another number since the last start: then its name and place say that it
 * is.
 */
export function isPinned(folder: BigIntStats, parent: BigIntStats, pin: ScratchPin): boolean {
  if (!folder.isDirectory())
    return false
  const isMoved = String(parent.dev) !== pin.parentDevice || String(parent.ino) !== pin.parentInode
  return isMoved || (String(folder.dev) === pin.device && String(folder.ino) === pin.inode)
}
