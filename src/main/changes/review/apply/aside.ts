import type { Buffer } from 'node:buffer'
import type { HeldFolder } from '../../../workspace/files/heldFolder'
import type { FileState } from '../../fileState'
import { renameSync, rmSync, unlinkSync } from 'node:fs'
import { stateKey } from '../../fileState'
import { diskState } from './diskState'

/** One name in a folder, and what is to be there. */
export interface Put {
  readonly folder: HeldFolder
  readonly name: string
  /** An unpredictable name, which the new file has until it takes its place. */
  readonly temporary: string
  readonly expected: FileState
  readonly target: FileState
  /** The target's content. */
  readonly bytes?: Buffer | undefined
}

/** Where the old file is kept until it is certain that nobody wrote to it while the new one took its place. */
export function asideOf({ folder, temporary }: Put): string {
  return folder.at(`${temporary}.old`)
}

/** Whether the file that was put aside is what was expected. It then goes; else it gets its name back. */
export function settleAside(put: Put): boolean {
  const aside = asideOf(put)
  if (stateKey(diskState(aside).state) === stateKey(put.expected)) {
    unlinkSync(aside)
    return true
  }
  putBack(put)
  return false
}

/** Clears away what an interrupted step left, so that the step can be done again. */
export function clearLeftovers(put: Put): void {
  rmSync(put.folder.at(put.temporary), { force: true })
  const old = diskState(asideOf(put))
  if (old.stats === undefined)
    return
  const there = diskState(put.folder.at(put.name)).stats
  if (there === undefined)
    renameSync(asideOf(put), put.folder.at(put.name)) // it was taken out of its place, and nothing came there yet
  else if (there.ino === old.stats.ino)
    unlinkSync(asideOf(put)) // an earlier version gave it a second name
  else
    settleAside(put)
}

/** If another file has taken the name by now, both stay. */
export function putBack(put: Put): void {
  const path = put.folder.at(put.name)
  const there = diskState(path)
  if (there.stats === undefined || (!there.isOther && stateKey(there.state) === stateKey(put.target)))
    renameSync(asideOf(put), path)
}
