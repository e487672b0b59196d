import type { Transfer } from '../../../shared/changes/computeBaseline'
import type { FileState } from '../fileState'
import { parseState, toStateKey } from '../fileState'
import { setIdBits, type Texts } from './texts'

/** Applies a file's change to another state of the file: by lines if all are texts, otherwise only as a whole. */
export function createTransfer(texts: Texts): Transfer {
  return ({ before, after, onto, isStronger = false }) => {
    if (before === onto)
      return { state: after, isWhole: true }
    if (before === after || after === onto)
      return { state: onto, isWhole: true }
    const merged = merge(texts, { before: parseState(before), after: parseState(after), onto: parseState(onto), isStronger })
    return merged
      ? { state: toStateKey(merged.state), isWhole: merged.isWhole }
      : { state: isStronger ? after : onto, isWhole: false }
  }
}

interface Change {
  readonly before: FileState
  readonly after: FileState
  readonly onto: FileState
  readonly isStronger: boolean
}

function merge(texts: Texts, { before, after, onto, isStronger }: Change): { state: FileState, isWhole: boolean } | undefined {
  if (before.kind !== 'file' || after.kind !== 'file' || onto.kind !== 'file' || texts.isFull)
    return undefined
  const mode = before.mode === onto.mode || (isStronger && before.mode !== after.mode) ? after.mode : onto.mode
  const isModeWhole = before.mode === onto.mode || before.mode === after.mode || after.mode === onto.mode
  if (before.hash === after.hash)
    return { state: { ...onto, mode }, isWhole: isModeWhole }
  if (before.hash === onto.hash || after.hash === onto.hash)
    // New content must not gain set-id bits.
    return { state: { ...after, mode: mode & (~setIdBits | after.mode) }, isWhole: isModeWhole }
  const merged = texts.merge({ before, after, onto, isStronger }, mode)
  return merged && { ...merged, isWhole: isModeWhole && merged.isWhole }
}
