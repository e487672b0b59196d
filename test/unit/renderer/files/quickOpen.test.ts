import { describe, expect, it } from 'vitest'
import { findQuickItems, parseQuickQuery } from '../../../../src/renderer/components/files/quickOpen/quickItems'
import { PathMatcher } from '../../../../src/renderer/text/pathMatcher'

describe('quick open', () => {
  it.each([
    ['client', { search: 'client', isMention: false }],
    [' client.ts:12 ', { search: 'client.ts', line: 12, isMention: false }],
    ['client.ts:12:3', { search: 'client.ts', line: 12, column: 3, isMention: false }],
    ['client.ts:', { search: 'client.ts', isMention: false }],
    [':7', { search: '', line: 7, isMention: false }],
    ['@cli', { search: 'cli', isMention: true }],
    ['a:b', { search: 'a:b', isMention: false }],
  ])('parses %j', (typed, query) => expect(parseQuickQuery(typed)).toEqual(query))

  const all = new PathMatcher(['docs/cli.md', 'src/client.ts', 'src/clever/light.ts', 'test/client.test.ts'])

  it('lists files in use first, but not for scattered matches', () => {
    const used = new PathMatcher(['test/client.test.ts', 'src/clever/light.ts'])
    expect(findQuickItems('', { all, used }).map(({ id }) => id).slice(0, 2)).toEqual(['test/client.test.ts', 'src/clever/light.ts'])
    const ids = findQuickItems('cli', { all, used }).map(({ id }) => id)
    expect(ids[0]).toBe('test/client.test.ts')
    expect(ids.at(-1)).toBe('src/clever/light.ts')
    expect(new Set(ids).size).toBe(4)
  })

  it('finds a name stored in another normal form, and highlights it as stored', () => {
    const listed = ['docs/re\u0301sume\u0301.md', 'docs/\u1111\u1161\u110B\u1175\u11AF.md', 'docs/other.md']
    const all = new PathMatcher(listed)
    const used = new PathMatcher([])
    for (const [typed, id, match] of [['r\u00E9s', listed[0], 're\u0301s'], ['파', listed[1], '\u1111\u1161']] as const) {
      const [first] = findQuickItems(typed, { all, used })
      expect([first!.id, first!.nameParts.find(({ isMatch }) => isMatch)?.text]).toEqual([id, match])
    }
  })

  it('marks the typed letters in the name rather than in the folder', () => {
    const [first] = findQuickItems('cli', { all: new PathMatcher(['src/client.ts']), used: new PathMatcher([]) })
    expect(first!.folderParts).toEqual([{ text: 'src/', isMatch: false }])
    expect(first!.nameParts).toEqual([{ text: 'cli', isMatch: true }, { text: 'ent.ts', isMatch: false }])
  })
})
