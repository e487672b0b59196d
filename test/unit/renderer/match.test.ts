import { expect, it } from 'vitest'
import { createMatcher, rankMatches } from '../../../src/renderer/text/match'

const names = ['Read the log', 'Show or hide the threads', 'New thread', 'Rename it', 'Überarbeiten C++']
const findNames = (search: string): readonly string[] => rankMatches(names, search, name => name)

it('keeps everything in order without a search', () => {
  expect(findNames('  ')).toEqual(names)
})

it('finds items that contain every word, in any order and case', () => {
  expect(findNames('THREAD new')).toEqual(['New thread'])
  expect(findNames('new log')).toEqual([])
})

it('ranks matches at the start first, then at the start of a word, then within a word', () => {
  expect(rankMatches(['Bearer', 'Take a rest', 'Area', 'Hear'], 'ar', name => name)).toEqual(['Area', 'Bearer', 'Hear'])
  expect(rankMatches(['Unlog', 'Agent log', 'Log in'], 'log', name => name)).toEqual(['Log in', 'Agent log', 'Unlog'])
})

it('keeps the order of equal matches', () => {
  expect(rankMatches(['b log', 'a log'], 'log', name => name)).toEqual(['b log', 'a log'])
})

it('tolerates one typo per word if nothing matches exactly', () => {
  expect(findNames('renmae')).toEqual(['Rename it'])
  expect(findNames('thraed')).toContain('New thread')
})

it('finds a word in any normal form', () => {
  const titles = ['Re\u0301sume\u0301', '\u1111\u1161\u110B\u1175\u11AF', 'other']
  expect(['r\u00E9sum\u00E9', '파일'].map(search => rankMatches(titles, search, title => title)[0])).toEqual(titles.slice(0, 2))
  expect(createMatcher('re\u0301')('R\u00E9sum\u00E9')).toBe(true)
})

it('finds letters of every script, and signs', () => {
  expect(findNames('über')).toEqual(['Überarbeiten C++'])
  expect(findNames('++')).toEqual(['Überarbeiten C++'])
})

it('matches log lines by exact words', () => {
  expect(createMatcher('b.c A')('a line with b.c')).toBe(true)
  expect(createMatcher('bc')('a line with b.c')).toBe(false)
})
