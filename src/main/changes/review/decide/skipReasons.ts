import type { ReviewOutcome } from '../../../../shared/changes/change'
import type { StepOutcome } from '../../store/operationTable'
import { getSystemCode } from '../../../../shared/errors'
import { FileError } from '../../../workspace/fileErrors'

export type SkippedFile = ReviewOutcome['left'][number]
type Why = Pick<SkippedFile, 'why' | 'words'>

/** Why a file was skipped, as shown to the person. */
export const skipReasons = {
  stale: 'It changed since you looked at it.',
  past: 'It changed again after these turns. Review more turns to keep or reject it.',
  changed: 'Somebody changed it just now.',
  changedSince: 'Somebody has changed the same part of it since.',
  blocked: 'Another file or folder is in its place, or in the place of its folder.',
  notBack: 'It was moved here, and could not be put back in its old place.',
  shared: 'Others changed the same lines. Look at its hunks one by one.',
  sharedWhole: 'Others changed it too, and it cannot be merged: it is not text, or in another encoding.',
  notWhole: 'An earlier turn changed the same lines. Keep it in the review of all turns.',
  notChosen: 'It may hold what others wrote. Choose it where what will be rejected is listed.',
  unkept: 'Its earlier content was not kept: it was too large, could not be read, or changed before it was recorded.',
  lost: 'Its earlier content is no longer kept.',
  link: 'A folder on the way to it is a link.',
  denied: 'Its folder, or the disk, cannot be written.',
  full: 'The disk is full.',
} as const

/** Why a step was skipped. */
export function skipReason(outcome: Exclude<StepOutcome, 'done'>, error: unknown): Why {
  if (outcome === 'changed')
    return { why: 'changedMeanwhile', words: skipReasons.changed }
  if (error === skipReasons.lost)
    return { why: 'unkept', words: skipReasons.lost }
  if (error === skipReasons.blocked || error === skipReasons.notBack)
    return { why: 'failed', words: error }
  if (error instanceof FileError)
    return { why: 'failed', words: skipReasons.link }
  const code = getSystemCode(error)
  switch (code) {
    case 'ELOOP': return { why: 'failed', words: skipReasons.link }
    case 'ENOSPC':
    case 'EDQUOT': return { why: 'failed', words: skipReasons.full }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': return { why: 'failed', words: skipReasons.denied }
    default: return { why: 'failed', words: code === undefined ? 'It could not be written.' : `It could not be written (${code}).` }
  }
}
