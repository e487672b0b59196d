import type { ChangeSet, Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import { maxSentCharacters, maxTextSize } from '../../../../shared/files/textLimits'
import { editorWords } from '../words'
import { isFromHost } from './isFromHost'

const { tooLong } = editorWords

/** Leaves out a change that the host would not take: it would hold up all that is typed after it. */
export function sizeLimit(onRefused: (why: string) => void): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const { changes } = transaction
    if (!transaction.docChanged || isFromHost(transaction))
      return transaction
    const isTooLong = changes.newLength > maxTextSize && changes.newLength > changes.length
    const isTooMuch = transaction.isUserEvent('input') && insertedBy(changes) > maxSentCharacters
    if (!isTooLong && !isTooMuch)
      return transaction
    onRefused(isTooLong ? tooLong.whole : tooLong.atOnce)
    return []
  })
}

function insertedBy(changes: ChangeSet): number {
  let inserted = 0
  changes.iterChanges((_fromA, _toA, fromB, toB) => inserted += toB - fromB)
  return inserted
}
