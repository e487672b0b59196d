import type { Stats } from 'node:fs'
import type { FileState } from '../../fileState'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { getSystemCode } from '../../../../shared/errors'
import { toStateKey } from '../../fileState'
import { type FileChangePlan, getAsidePath, restoreAside, settleAside } from './aside'
import { readDiskState } from './diskState'

/**
 * Atomically replaces the found state (`old`; `undefined` if missing) with a file or link. Returns `false` and changes
 * nothing if another program wrote meanwhile.
 */
export function replaceWith(
  plan: FileChangePlan,
  target: FileState & { kind: 'file' | 'link' },
  old: Stats | undefined,
): boolean {
  let isDone = false
  try {
    write(plan, target, old)
    plan.folder.ensureAtPath()
    isDone = old === undefined ? claimName(plan, target) : swap(plan, target, old)
    return isDone
  }
  finally {
    if (!isDone)
      rmSync(plan.folder.at(plan.temporary), { force: true })
  }
}

function write(
  { folder, temporary, bytes }: FileChangePlan,
  target: FileState & { kind: 'file' | 'link' },
  old: Stats | undefined,
): void {
  if (bytes === undefined)
    throw new Error('Nothing to write')
  const path = folder.at(temporary)
  if (target.kind === 'link') {
    symlinkSync(bytes, path)
    return
  }
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600)
  try {
    writeFileSync(file, bytes)
    const fresh = fstatSync(file)
    if (old?.isFile() && (fresh.uid !== old.uid || fresh.gid !== old.gid))
      fchownSync(file, old.uid, old.gid)
    fchmodSync(file, target.mode) // after the owner: changing the owner clears the set-user-id bit
    fsyncSync(file)
  }
  finally {
    closeSync(file)
  }
}

/** Gives the temporary file its name. Returns `false` if the name is taken. */
function claimName({ folder, name, temporary }: FileChangePlan, { kind }: FileState): boolean {
  const [from, to] = [folder.at(temporary), folder.at(name)]
  // macOS would rename the link's target.
  if (kind === 'file' && tryLink(from, to)) {
    unlinkSync(from)
    return true
  }
  if (lstatSync(to, { throwIfNoEntry: false }))
    return false
  renameSync(from, to)
  return true
}

/**
 * Moves the old file aside before the new one takes its name, so that a concurrent replacement is detected and moved
 * back. Also detects writes through open handles.
 */
function swap(plan: FileChangePlan, target: FileState, old: Stats): boolean {
  const { folder, name, expected } = plan
  const aside = getAsidePath(plan)
  try {
    renameSync(folder.at(name), aside)
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT')
      return false
    throw error
  }
  const taken = readDiskState(aside)
  if (taken.stats?.ino !== old.ino || toStateKey(taken.state) !== toStateKey(expected)) {
    restoreAside(plan)
    return false
  }
  const isDone = claimName(plan, target)
  return settleAside(plan) && isDone
}

/** Creates a hard link. Returns `false` if the name is taken or the file system doesn't support them. */
function tryLink(path: string, name: string): boolean {
  try {
    linkSync(path, name)
    return true
  }
  catch (error) {
    const code = getSystemCode(error) ?? ''
    if (['ENOENT', 'EEXIST', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].includes(code))
      return false
    throw error
  }
}
