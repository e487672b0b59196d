import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import DiffView from '../../../../src/renderer/components/diff/DiffView.vue'
import { findUnchangedRegion, getRegionLines } from '../../../../src/renderer/components/diff/unchangedLines'
import { layOutRows } from '../../../../src/renderer/components/diff/useHunkParts'
import { diffFile } from '../../../../src/shared/diff/fileDiff'

const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`)
const after = before.with(4, 'line five\n').toSpliced(20, 0, 'more\n').with(35, 'line thirty-five\n')

it('lays out a row for each line or, side by side, for a line and its replacement, with line numbers', () => {
  const { lines } = diffFile('a\nthis is old\nc\nd\n', 'a\nthis is new\nd\n').hunks[0]!
  const readNumbers = (isSide: boolean) => layOutRows(lines, isSide).map(row => row.map(cell => cell?.number))
  expect(readNumbers(false)).toEqual([[1], [2], [3], [2], [3]])
  expect(readNumbers(true)).toEqual([[1, 1], [2, 2], [3, undefined], [4, 3]])
  const [, changed] = layOutRows(lines, true)
  expect(changed!.map(cell => cell?.line.words?.filter(({ isChanged }) => isChanged).map(({ text }) => text))).toEqual([['old'], ['new']])
  expect(changed!.map(cell => cell?.line === lines[cell!.index])).toEqual([true, true])
})

it('computes the unchanged lines between two hunks from their numbers', () => {
  const { hunks } = diffFile(before.join(''), after.join(''))
  const stretches = hunks.map((hunk, index) => findUnchangedRegion(hunks[index - 1], hunk))
  expect(stretches.map(stretch => stretch?.count)).toEqual([undefined, 9, 8])
  const lines = getRegionLines(stretches[2]!, after.join(''), 1)
  expect(lines.map(({ text }) => text)).toEqual(after.slice(24, 32).map(line => line.trimEnd()))
  expect(lines[0]).toMatchObject({ oldNumber: 24, newNumber: 25 })
  const part = diffFile(before.join(''), after.join(''), 101).hunks
  expect(
    getRegionLines(findUnchangedRegion(part[0], part[1])!, after.join(''), 101)[0],
  ).toMatchObject({ text: 'line 9', newNumber: 109 })
  const unknown = diffFile(before.join('').trimEnd(), after.join('').trimEnd(), 'unknown').hunks
  expect(findUnchangedRegion(unknown[0], unknown[1])).toBeUndefined()
})

it('unfolds unchanged lines on a click if the text is available, and otherwise only counts them', async () => {
  const props = { path: '/a.txt', diff: diffFile(before.join(''), after.join('')) }
  const shown = mount(DiffView, { props: { ...props, text: after.join('') } })
  expect(shown.text()).not.toContain('line 12')
  await shown.findAll('button').find(button => button.text() === '9 unchanged lines')!.trigger('click')
  const texts = shown.findAll('.line').map(line => line.text())
  expect(texts.filter(text => /line (?:9|12|17)$/.test(text))).toEqual(['9 line 9', '12 line 12', '17 line 17'])
  expect(shown.text()).not.toContain('9 unchanged lines')
  shown.unmount()
  const exact = mount(DiffView, { props: { ...props, isExact: true } })
  expect(exact.findAll('button')).toEqual([])
  expect(exact.text()).toContain('9 unchanged lines')
  exact.unmount()
})
