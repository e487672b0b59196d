import { ChangeSet, Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import {
  addBlocks,
  countFreshLines,
  findBlock,
  type FreshBlock,
  mapBlocks,
  removeLines,
} from '../../../../src/renderer/components/editor/code/freshBlocks'

const text = Text.of(['one', 'two', 'three', 'four', 'five'])
function markLines(first: number, last: number, agentName = 'Claude', at = 1): FreshBlock {
  return { from: text.line(first).from, to: text.line(last).to, agentName, at }
}

/** A block as the numbers of its lines. */
function toLineNumbers(blocks: readonly FreshBlock[], of: Text) {
  return blocks.map(({ from, to }) => [of.lineAt(from).number, of.lineAt(to).number])
}

function mapAfter(blocks: readonly FreshBlock[], change: { from: number, to?: number, insert?: string }, isOwn: boolean) {
  const changes = ChangeSet.of(change, text.length, '\n')
  const changed = changes.apply(text)
  return toLineNumbers(mapBlocks(blocks, changes, { text: changed, isOwn }), changed)
}

describe('lines that an agent wrote', () => {
  it('are marked as whole lines, in one block if adjacent', () => {
    const blocks = addBlocks([markLines(2, 2)], [{ ...markLines(3, 3), from: text.line(3).from + 2 }, markLines(5, 5)], text)
    expect(toLineNumbers(blocks, text)).toEqual([[2, 3], [5, 5]])
    expect(countFreshLines(blocks, text)).toBe(3)
  })

  it('form a block for each author, a shared line belonging to the first', () => {
    const blocks = addBlocks([markLines(1, 3)], [markLines(3, 4, 'Codex')], text)
    expect(blocks.map(({ agentName }) => agentName)).toEqual(['Claude', 'Codex'])
    expect(toLineNumbers(blocks, text)).toEqual([[1, 3], [4, 4]])
  })

  it('move with the text above them', () => {
    expect(mapAfter([markLines(3, 4)], { from: 0, insert: 'zero\n' }, true)).toEqual([[4, 5]])
  })

  it('become the person\'s once the person edits them, line by line', () => {
    expect(mapAfter([markLines(2, 4)], { from: text.line(3).from + 1, insert: 'x' }, true)).toEqual([[2, 2], [4, 4]])
    expect(mapAfter([markLines(2, 4)], { from: text.line(2).from, insert: 'x' }, true)).toEqual([[3, 4]])
    expect(mapAfter([markLines(3, 3)], { from: text.line(3).to, insert: 'x' }, true)).toEqual([])
  })

  it('stay the agent\'s if someone else\'s change is merged', () => {
    expect(mapAfter([markLines(2, 4)], { from: text.line(3).from + 1, insert: 'x\ny' }, false)).toEqual([[2, 5]])
  })

  it('lose their author where another program wrote, line by line', () => {
    const place = { from: text.line(3).from + 1, to: text.line(3).from + 2 }
    expect(toLineNumbers(removeLines([markLines(1, 1), markLines(2, 4)], [place], text), text))
      .toEqual([[1, 1], [2, 2], [4, 4]])
    expect(removeLines([markLines(2, 4)], [{ from: 0, to: text.length }], text)).toEqual([])
  })

  it('disappear with their text', () => {
    expect(mapAfter([markLines(3, 3)], { from: text.line(2).to, to: text.line(3).to }, true)).toEqual([])
  })

  it('are one block if they are too many to distinguish', () => {
    const long = Text.of(Array.from({ length: 2_000 }, () => 'x'))
    const blocks = Array.from({ length: 1_000 }, (_, index) =>
      ({ from: long.line(2 * index + 1).from, to: long.line(2 * index + 1).to, agentName: 'Claude', at: 1 }))
    expect(toLineNumbers(addBlocks([], blocks, long), long)).toEqual([[1, 1_999]])
  })

  it('are navigated in order, with wrap-around', () => {
    const blocks = [markLines(1, 1), markLines(3, 4)]
    expect(findBlock(blocks, 0, 1)).toBe(blocks[1])
    expect(findBlock(blocks, text.length, 1)).toBe(blocks[0])
    expect(findBlock(blocks, 0, -1)).toBe(blocks[1])
    expect(findBlock([], 0, 1)).toBeUndefined()
  })
})
