import { EditorState, Transaction } from '@codemirror/state'
import { expect, it } from 'vitest'
import { createSizeLimit } from '../../../../src/renderer/components/editor/code/codeEditor'
import { maxSentCharacters, maxTextSize } from '../../../../src/shared/files/fileLimits'

it('rejects typed text that the host would reject, and says why, but accepts all text from the host', () => {
  const refused: string[] = []
  const tryInsert = (length: number, typed: number, remote = false): number => {
    const state = EditorState.create({ doc: 'x'.repeat(length), extensions: createSizeLimit(why => refused.push(why)) })
    const annotations = remote ? [Transaction.remote.of(true)] : [Transaction.userEvent.of('input.paste')]
    return state.update({ changes: { from: 0, insert: 'y'.repeat(typed) }, annotations }).newDoc.length - length
  }
  expect([tryInsert(3, maxSentCharacters), tryInsert(maxTextSize - 1, 1), tryInsert(maxTextSize + 3, 1, true)])
    .toEqual([maxSentCharacters, 1, 1])
  expect(refused).toEqual([])
  expect([tryInsert(3, maxSentCharacters + 1), tryInsert(maxTextSize, 1)]).toEqual([0, 0])
  expect(refused).toEqual([expect.stringContaining('8 million'), expect.stringContaining('20 MB')])
})
