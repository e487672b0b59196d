import type { Buffer } from 'node:buffer'
import type { HeldFolder } from '../../../workspace/files/heldFolder'
import type { FileState } from '../../fileState'
import { renameSync, rmSync, unlinkSync } from 'node:fs'
import { stateKey } from '../../fileState'
import { diskState } from './diskState'

/** One name in a folder, and what is to be there. */
export interface FileChangePlan {
  readonly folder: HeldFolder
  readonly name: string
  /** An unpredictable name, which the new file has until it takes its place. */
  readonly temporary: string
  readonly expected: FileState
  readonly target: FileState
  /** The target's content. */
  readonly bytes?: Buffer | undefined
}

/** Where the old file is kept until it is certain that no one wrote to it while the new one took its place. */
export function asidePath({ folder, temporary }: FileChangePlan): string {
  return folder.at(`${temporary}.old`)
}

/** Whether the file that was moved aside is what was expected. It then goes; else it gets its name back. */
export function settleAside(plan: FileChangePlan): boolean {
  const aside = asidePath(plan)
  if (stateKey(diskState(aside).state) === stateKey(plan.expected)) {
    unlinkSync(aside)
    return true
  }
  restoreAside(plan)
  return false
}

/** Clears away what an interrupted step left, so that the step can be done again. */
export function clearLeftovers(plan: FileChangePlan): void {
  rmSync(plan.folder.at(plan.temporary), { force: true })
  const old = diskState(asidePath(plan))
  if (old.stats === undefined)
    return
  const there = diskState(plan.folder.at(plan.name)).stats
  if (there === undefined)
    renameSync(asidePath(plan), plan.folder.at(plan.name)) // it was taken out of its place, and nothing came there yet
  else if (there.ino === old.stats.ino)
    unlinkSync(asidePath(plan)) // an earlier version gave it a second name
  else
    settleAside(plan)
}

/** If another file has taken the name by now, both stay. */
export function restoreAside(plan: FileChangePlan): void {
  const path = plan.folder.at(plan.name)
  const there = diskState(path)
  if (there.stats === undefined || (!there.isOther && stateKey(there.state) === stateKey(plan.target)))
    renameSync(asidePath(plan), path)
}
