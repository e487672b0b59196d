import { statfsSync } from 'node:fs'
import { systemCode } from '../../../shared/errors'
import { clockGrainMs } from './fileStamp'

/** What kind of disk a folder lies on, as far as it matters to looking. */
export interface DiskKind {
  /** Others write there through other systems, of which this one hears nothing. */
  readonly isPolling: boolean
  /** A change within it leaves no trace in the times. */
  readonly grainMs: number
}

/** A local disk: reports changes, with fine-grained times. */
export const plainDisk: DiskKind = { isPolling: false, grainMs: clockGrainMs }
/** As FAT stores times, and as servers and clients remember them. */
const coarseMs = 2_000
const remote: DiskKind = { isPolling: true, grainMs: coarseMs }

/** By the magic numbers of Linux's statfs(2); VirtualBox's is in its module's vfsmod.h. */
const kinds = new Map<number, DiskKind>([
  [0x6969, remote], // NFS
  [0x517B, remote], // SMB
  [0xFF534D42, remote], // CIFS
  [0xFE534D42, remote], // SMB2
  [0x65735546, remote], // FUSE: sshfs and folders of virtual machines among others
  [0x01021997, remote], // 9P, by which virtual machines and WSL share folders
  [0x786F4256, remote], // vboxsf
  [0x4D44, { isPolling: false, grainMs: coarseMs }], // FAT
])

/** What Linux's number for a file system tells. */
export function diskKindByMagic(type: number): DiskKind {
  return kinds.get(type >>> 0) ?? plainDisk // it is signed on some systems
}

/** What kind of disk the folder lies on; where the system does not tell, a plain one. */
export function diskKindAt(folder: string): DiskKind {
  if (process.platform !== 'linux')
    return plainDisk
  try {
    return diskKindByMagic(statfsSync(folder).type)
  }
  catch (error) {
    if (systemCode(error) === undefined)
      throw error
    return plainDisk
  }
}

/** When a scan begins. Times are compared as the usual ones: where they are coarser, it counts as that much earlier. */
export function scanTime({ grainMs }: DiskKind): number {
  return Date.now() - (grainMs - clockGrainMs)
}
