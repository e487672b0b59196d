import { statfsSync } from 'node:fs'
import { getSystemCode } from '../../../shared/errors'
import { clockGrainMs } from './fileStamp'

/** Properties of a folder's file system that matter for scans. */
export interface DiskKind {
  /** Whether other machines may write there, which the system does not report. */
  readonly isPolling: boolean
  /** Two changes within this time may have the same timestamp. */
  readonly grainMs: number
}

/** A local disk: reports changes, with fine-grained times. */
export const plainDisk: DiskKind = { isPolling: false, grainMs: clockGrainMs }
/** Granularity of FAT timestamps and of network file systems' attribute caches. */
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

/** Maps Linux's file system number to its properties. */
export function toDiskKind(type: number): DiskKind {
  return kinds.get(type >>> 0) ?? plainDisk // the number is signed on some systems
}

/** Properties of the folder's file system; those of a local disk if unknown. */
export function detectDiskKind(folder: string): DiskKind {
  if (process.platform !== 'linux')
    return plainDisk
  try {
    return toDiskKind(statfsSync(folder).type)
  }
  catch (error) {
    if (getSystemCode(error) === undefined)
      throw error
    return plainDisk
  }
}

/**
 * Returns the start time of a scan, set back by the extra granularity of coarse file systems so that comparisons still
 * work.
 */
export function getScanTime({ grainMs }: DiskKind): number {
  return Date.now() - (grainMs - clockGrainMs)
}
