import type { Buffer } from 'node:buffer'
import type { HeldFolder } from '../../../workspace/files/heldFolder'
import type { FileState } from '../../fileState'
import { renameSync, rmSync, unlinkSync } from 'node:fs'
import { toStateKey } from '../../fileState'
import { readDiskState } from './diskState'

/** A planned change of a file: its name, and its expected and target states. */
export interface FileChangePlan {
  readonly folder: HeldFolder
  readonly name: string
  /** Unpredictable temporary name of the new file. */
  readonly temporary: string
  readonly expected: FileState
  readonly target: FileState
  /** The target's content. */
  readonly bytes?: Buffer | undefined
}

/** Where the old file is kept until it is certain that no other program wrote to it during the replacement. */
export function getAsidePath({ folder, temporary }: FileChangePlan): string {
  return folder.at(`${temporary}.old`)
}

/** Deletes the file that was moved aside if it is the expected one, otherwise moves it back. Returns which. */
export function settleAside(plan: FileChangePlan): boolean {
  const aside = getAsidePath(plan)
  if (toStateKey(readDiskState(aside).state) === toStateKey(plan.expected)) {
    unlinkSync(aside)
    return true
  }
  restoreAside(plan)
  return false
}

/** Cleans up after an interrupted step so that it can run again. */
export function clearLeftovers(plan: FileChangePlan): void {
  rmSync(plan.folder.at(plan.temporary), { force: true })
  const old = readDiskState(getAsidePath(plan))
  if (old.stats === undefined)
    return
  const there = readDiskState(plan.folder.at(plan.name)).stats
  if (there === undefined)
    renameSync(getAsidePath(plan), plan.folder.at(plan.name)) // moved aside and not replaced yet
  else if (there.ino === old.stats.ino)
    unlinkSync(getAsidePath(plan)) // earlier versions of Parley created a hard link
  else
    settleAside(plan)
}

/** Keeps both files if the name has been taken. */
export function restoreAside(plan: FileChangePlan): void {
  const path = plan.folder.at(plan.name)
  const there = readDiskState(path)
  if (there.stats === undefined || (!there.isOther && toStateKey(there.state) === toStateKey(plan.target)))
    renameSync(getAsidePath(plan), path)
}
