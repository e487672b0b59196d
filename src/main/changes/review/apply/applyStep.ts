import type { Buffer } from 'node:buffer'
import type { Step } from '../../store/operationTable'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../../../shared/errors'
import { HeldFolder } from '../../../workspace/files/heldFolder'
import { parseState } from '../../fileState'
import { type ApplyOutcome, applyState } from './applyState'
import { clearLeftovers } from './aside'

/** One step of an operation, with what it takes to do it. */
interface ApplyStepOptions {
  /** A real path. */
  readonly root: string
  readonly step: Step
  /** The target's content. */
  readonly bytes: Buffer | undefined
  /** An earlier attempt at it may have been interrupted. */
  readonly isResumed: boolean
}

/** Does one step of an operation. Throws what the system throws, and `FileError` where a link is on the way. */
export function applyStep({ root, step, bytes, isResumed }: ApplyStepOptions): ApplyOutcome {
  const { path, expected: before, target: after, temporary } = step
  const [expected, target] = [parseState(before), parseState(after)]
  const parent = dirname(join(root, path))
  let folder: HeldFolder
  try {
    folder = expected.kind === 'absent' && target.kind !== 'absent' ? HeldFolder.make(parent, root) : HeldFolder.open(parent)
  }
  catch (error) {
    // Without its folder it is not there either.
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR')
      return target.kind === 'absent' ? 'done' : systemCode(error) === 'ENOENT' ? 'changed' : 'blocked'
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

/** Waits until what was done in these folders is on the disk. */
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
      // It is gone or was replaced: another program acted after us.
    }
  }
}
