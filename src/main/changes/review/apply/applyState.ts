import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync, renameSync, rmdirSync } from 'node:fs'
import { getSystemCode } from '../../../../shared/errors'
import { toStateKey } from '../../fileState'
import { type FileChangePlan, getAsidePath, settleAside } from './aside'
import { type DiskState, readDiskState } from './diskState'
import { replaceWith } from './replaceWith'

/** `changed`: left alone because another state was found. `blocked`: a non-empty folder is in the way. */
export type ApplyOutcome = 'done' | 'changed' | 'blocked'

/**
 * Replaces the expected state with the target, never through a link and never over another state: concurrent writes are
 * restored. Throws system errors.
 */
export function applyState(plan: FileChangePlan): ApplyOutcome {
  const { folder, name, expected, target } = plan
  const path = folder.at(name)
  const found = readDiskState(path)
  if (toStateKey(found.state) === toStateKey(target) && !(found.isOther && target.kind !== 'absent'))
    return 'done'
  if (toStateKey(found.state) !== toStateKey(expected) || target.kind === 'unkept')
    return 'changed'
  if (target.kind === 'absent')
    return removeFile(plan)
  if (found.isOther && !removeEmptiedFolder(path, found))
    return 'blocked'
  if (expected.kind === 'file' && target.kind === 'file' && expected.hash === target.hash)
    return changeMode(path, target.mode, found)
  return replaceWith(plan, target, found.isOther ? undefined : found.stats) ? 'done' : 'changed'
}

function removeFile(plan: FileChangePlan): ApplyOutcome {
  renameSync(plan.folder.at(plan.name), getAsidePath(plan))
  return settleAside(plan) ? 'done' : 'changed'
}

/** Removes a folder in the target's place if earlier steps have emptied it. Returns whether the place is free. */
function removeEmptiedFolder(path: string, { stats }: DiskState): boolean {
  if (!stats?.isDirectory())
    return false
  try {
    rmdirSync(path)
    return true
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOTEMPTY' || getSystemCode(error) === 'EEXIST')
      return false
    throw error
  }
}

/** Changes only the mode, not even the times. A file that has just replaced it keeps its own mode. */
function changeMode(path: string, mode: number, found: DiskState): ApplyOutcome {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    if (fstatSync(file).ino !== found.stats?.ino)
      return 'changed'
    fchmodSync(file, mode)
    fsyncSync(file)
    return 'done'
  }
  finally {
    closeSync(file)
  }
}
