import type { LineMatch } from '../../../../src/shared/contract/methods/fileMethods'
import { describe, expect, it } from 'vitest'
import { addMatches, buildSearchRows, trimLine } from '../../../../src/renderer/components/files/search/searchRows'

function matchLine(number: number, text: string, ...ranges: [number, number][]): LineMatch {
  return { line: number, text, ranges }
}

describe('matches in files', () => {
  const first = addMatches(new Map(), [
    { path: '/w/src/b.ts', lines: [matchLine(3, 'a b a', [0, 1], [4, 5])] },
    { path: '/w/a.ts', lines: [matchLine(1, 'a', [0, 1])] },
  ])

  it('are grouped by file in the order of the tree, with the number of matches', () => {
    const found = addMatches(first, [
      { path: '/w/0.ts', lines: [matchLine(9, 'a', [0, 1])] },
      { path: '/w/src/b.ts', lines: [matchLine(7, 'a', [0, 1])] },
    ])
    const rows = buildSearchRows(found, '/w', path => path === '/w/a.ts')
    expect(rows.map(row => row.kind === 'file' ? `${row.folder}|${row.name} ${row.count}` : `  ${row.match.line}`)).toEqual([
      '|0.ts 1',
      '  9',
      '|a.ts 1',
      'src/|b.ts 3',
      '  3',
      '  7',
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it.each([
    [matchLine(1, '    return pay(order)', [11, 14]), 'return pay(order)', 'pay'],
    [matchLine(1, 'pay', [0, 3]), 'pay', 'pay'],
    [matchLine(1, `${'x'.repeat(200)} order here`, [201, 206]), '…xxxxxxxxxxxxxxx order here', 'order'],
    [matchLine(1, 'export interface Order {', [17, 22]), '…interface Order {', 'Order'],
    [matchLine(1, 'let and then come in an order', [24, 29]), '…then come in an order', 'order'],
    [matchLine(1, '   ', [0, 3]), '   ', '   '],
    [matchLine(1, `${'😀'.repeat(40)}order`, [80, 85]), `…${'😀'.repeat(8)}order`, 'order'],
  ])('show a line from shortly before its first match: %j', (match, text, marked) => {
    const shown = trimLine(match)
    expect(shown.text).toBe(text)
    expect(shown.text.slice(shown.ranges[0], shown.ranges[1])).toBe(marked)
  })
})
