import type { PermissionFacts } from '../../../src/shared/permission/permissionFacts'
import { expect, it } from 'vitest'
import { boundHunks } from '../../../src/renderer/components/diff/boundHunks'
import { diffIfSmall } from '../../../src/renderer/components/diff/smallDiff'
import { boundFacts } from '../../../src/renderer/components/permission/boundFacts'
import { drawnAtOnce } from '../../../src/renderer/text/drawnLength'
import { diffFile } from '../../../src/shared/diff/fileDiff'

const lists = { paths: [], env: [], notes: [], further: [], diffs: [], words: [] }
const none: PermissionFacts = { action: 'run', ...lists, isBlind: false, isCut: false }

it('short facts are not cut', () => {
  const facts = { ...none, commandLine: 'ls', paths: ['/a'], words: ['List'] }
  expect(boundFacts(facts)).toEqual({ facts, hidden: 0 })
})

it('cuts any long fact, and counts what is hidden', () => {
  const cut = boundFacts({ ...none, commandLine: 'x'.repeat(1_000) }, 100)
  expect(cut).toMatchObject({ facts: { commandLine: 'x'.repeat(100) }, hidden: 900 })
  const keys = Array.from({ length: 4_000 }, (_, index) => ({ name: `k${index}`, value: 'v' }))
  const bound = boundFacts({ ...none, further: keys })
  expect(bound.facts.further.length).toBeLessThan(200)
  expect(bound.hidden).toBeGreaterThan(3_800)
  expect(boundFacts({ ...none, words: ['\n'.repeat(100_000)] }).facts.words[0]!.length).toBeLessThan(300)
  expect(boundFacts({ ...none, commandLine: 'x'.repeat(200), diffs: [{ path: '/a', newText: 'abc' }] }, 100).hidden).toBe(103)
})

it('a large enough budget hides nothing', () => {
  expect(boundFacts({ ...none, words: ['a\n'.repeat(100_000)] }, 2 ** 25).hidden).toBe(0)
})

it('a change is cut after a number of lines or, if they are long, of characters', () => {
  const { hunks } = diffFile(null, `${'x\n'.repeat(500)}`)
  expect(boundHunks(hunks, drawnAtOnce)).toMatchObject({ hidden: 100 })
  const long = boundHunks(diffFile(null, 'x'.repeat(1_000_000)).hunks, drawnAtOnce)
  expect(long.hidden).toBe(1)
  expect(long.hunks[0]!.lines[0]!.text).toHaveLength(drawnAtOnce)
})

it('a small change in a large file is compared immediately, a large one on demand', () => {
  const file = 'line\n'.repeat(50_000)
  const diff = diffIfSmall({ path: '/a', oldText: `${file}old\n${file}`, newText: `${file}new\n${file}` })
  expect(diff).toMatchObject({ added: 1, removed: 1 })
  expect(diffIfSmall({ path: '/a', oldText: file, newText: 'other\n'.repeat(50_000) })).toBeUndefined()
})
