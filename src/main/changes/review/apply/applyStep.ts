import type { Buffer } from 'node:buffer'
import type { Step } from '../../store/operationTable'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../../../shared/errors'
import { HeldFolder } from '../../../workspace/files/heldFolder'
import { parseState } from '../../fileState'
import { toLedgerPath } from '../../scan/paths'
import { type ApplyOutcome, applyState } from './applyState'
import { clearLeftovers } from './aside'

/** One step of an operation. */
interface ApplyStepOptions {
  /** A real path. */
  readonly root: string
  readonly step: Step
  /** The target's content. */
  readonly bytes: Buffer | undefined
  /** Whether an earlier attempt may have been interrupted. */
  readonly isResumed: boolean
  /** Permissions of a missing folder, by relative path; `undefined` if unknown. */
  readonly folderMode: (path: string) => number | undefined
}

/** Executes one step of an operation. Throws system errors, and `FileError` if the path contains a link. */
export function applyStep({ root, step, bytes, isResumed, folderMode }: ApplyStepOptions): ApplyOutcome {
  const { path, expected: before, target: after, temporary } = step
  const [expected, target] = [parseState(before), parseState(after)]
  const parent = dirname(join(root, path))
  let folder: HeldFolder
  try {
    const modeAt = (realPath: string): number | undefined => folderMode(toLedgerPath(root, realPath) ?? '')
    folder = expected.kind === 'absent' && target.kind !== 'absent'
      ? HeldFolder.make(parent, { root, modeAt })
      : HeldFolder.open(parent)
  }
  catch (error) {
    // Without its parent folder the file is missing, too.
    if (getSystemCode(error) === 'ENOENT' || getSystemCode(error) === 'ENOTDIR')
      return target.kind === 'absent' ? 'done' : getSystemCode(error) === 'ENOENT' ? 'changed' : 'blocked'
    throw error
  }
  try {
    const plan = { folder, name: basename(path), temporary, expected, target, bytes }
    if (isResumed)
      clearLeftovers(plan)
    return applyState(plan)
  }
  finally {
    folder.close()
  }
}

/** Flushes these folders to disk. */
export function syncFolders(realPaths: Iterable<string>): void {
  for (const realPath of realPaths) {
    try {
      const folder = HeldFolder.open(realPath)
      try {
        folder.sync()
      }
      finally {
        folder.close()
      }
    }
    catch {
      // Deleted or replaced by another program meanwhile.
    }
  }
}
