import type { ContentBlock } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { adaptPrompt } from '../../../../src/main/threads/session/adaptPrompt'
import { findMentionQuery } from '../../../../src/renderer/components/composer/mentions/mentionQuery'
import {
  filterAttachments,
  findTokens,
  getMentionToken,
} from '../../../../src/renderer/components/composer/mentions/mentionTokens'
import { findSuggestions, type OtherSources } from '../../../../src/renderer/components/composer/mentions/suggestions'
import { PathMatcher } from '../../../../src/renderer/text/pathMatcher'
import { splitByRanges } from '../../../../src/renderer/text/splitByRanges'
import { quoteBlock } from '../../../../src/shared/thread/text/quotes'
import { createTranscriptBlock } from '../../../../src/shared/thread/text/transcriptText'

function makeLink(path: string): ContentBlock {
  return { type: 'resource_link', uri: `file:///w/${encodeURI(path)}`, name: path }
}

describe('typed text', () => {
  it.each([
    ['look at @src/a', { start: 8, search: 'src/a' }],
    ['@', { start: 0, search: '' }],
    ['see (@wor', { start: 5, search: 'wor' }],
    ['mail me@example.org', undefined],
    ['请看@', { start: 2, search: '' }],
    ['見て：@src', { start: 3, search: 'src' }],
    ['请看＠文档', { start: 2, search: '文档' }],
    ['Смотри@src', { start: 6, search: 'src' }],
    ['看@a，再', undefined],
    ['https://example.org/@me', undefined],
    ['ünï.é@example', undefined],
    ['@src and', undefined],
  ])('ends in a mention or in none: %j', (text, query) => {
    expect(findMentionQuery(text, text.length)).toEqual(query)
  })
})

describe('a path', () => {
  const paths = [
    'README.md',
    'src/',
    'src/renderer/PromptComposer.vue',
    'src/threads/permission/commandScopes.ts',
    'src/a b/größe.ts',
    'x/src.md',
  ]
  const find = (search: string): string[] => new PathMatcher(paths).search(search, 3).matches.map(({ path }) => path)

  it.each([
    ['', paths.slice(0, 3)],
    ['readme', ['README.md']],
    ['prcomp', ['src/renderer/PromptComposer.vue', 'src/threads/permission/commandScopes.ts']],
    ['größe', ['src/a b/größe.ts']],
    ['.md', ['x/src.md', 'README.md']],
    ['/', ['src/', 'src/renderer/PromptComposer.vue', 'src/threads/permission/commandScopes.ts']],
    ['zz', []],
  ])('is found by %j, the best match first', (search, expected) => {
    expect(find(search).slice(0, expected.length || 3)).toEqual(expected)
  })

  it('is found letter by letter as if typed at once', () => {
    const matcher = new PathMatcher(paths)
    for (const search of ['p', 'pr', 'prc', 'p', 'pro'])
      expect(matcher.search(search, 3)).toEqual(new PathMatcher(paths).search(search, 3))
  })

  it('shows what matched, and misleading characters', () => {
    expect(splitByRanges('a\u202Eb.ts', [2, 3])).toEqual([
      { text: 'a⟨U+202E⟩', isMatch: false },
      { text: 'b', isMatch: true },
      { text: '.ts', isMatch: false },
    ])
  })
})

describe('suggestions', () => {
  const others: OtherSources = {
    selection: 'some words',
    terminals: [{ kind: 'terminal', id: 't', label: 'npm test' }],
    threads: [{ kind: 'thread', id: 'o', label: 'Tests', note: 'Demo' }],
  }
  const paths = new PathMatcher(['test/a.ts', ...Array.from({ length: 40 }, (_, index) => `test/b${index}.ts`)])
  const listKinds = (search: string, typed?: { kind: 'file', label: string }) =>
    findSuggestions(search, { paths, typed, others }).suggestions.map(({ kind, label }) => `${kind} ${label}`)

  it('start with the selection, terminals and threads until something is typed', () => {
    expect(listKinds('').slice(0, 4))
      .toEqual(['selection some words', 'terminal npm test', 'thread Tests', 'file test/a.ts'])
    expect(listKinds('test').slice(-2)).toEqual(['terminal npm test', 'thread Tests'])
    expect(listKinds('sel')).toEqual(['selection some words'])
    expect(findSuggestions('test', { paths, typed: undefined, others })).toMatchObject({ suggestions: { length: 14 }, more: 29 })
  })

  it('end with scattered matches', () => {
    const scattered = new PathMatcher(['t/e/s/t.ts'])
    expect(findSuggestions('test', { paths: scattered, typed: undefined, others }).suggestions.map(({ kind }) => kind))
      .toEqual(['terminal', 'thread', 'file'])
  })

  it('begin with an unlisted path that is typed in full', () => {
    expect(listKinds('.env', { kind: 'file', label: '.env' })[0]).toBe('file .env')
  })
})

describe('a mention in a text', () => {
  it('only counts as a whole word', () => {
    const tokens = ['@src/app', '@src/app.ts', '@src/', '@Tests']
    expect([...findTokens('see @src/app.ts, @Tests.', tokens).keys()]).toEqual(['@src/app.ts', '@Tests'])
    expect([...findTokens('see @src/app.tsx and @Testsuite', tokens).keys()]).toEqual([])
    expect([...findTokens('@src/app.ts @src/app', tokens)]).toEqual([['@src/app.ts', 0], ['@src/app', 12]])
  })

  it('is removed by an edit of its words, while other attachments stay', () => {
    const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: '' }
    const kept = makeLink('never mentioned.md')
    const content: ContentBlock[] = [{ type: 'text', text: '@a.ts and @b c.ts' }, makeLink('a.ts'), makeLink('b c.ts'), image, kept]
    expect(filterAttachments(content, 'only @b c.ts', '/w')).toEqual([makeLink('b c.ts'), image, kept])
  })

  it('is derived from its content block', () => {
    expect(getMentionToken(makeLink('src/'), '/w')).toBe('@src/')
    expect(getMentionToken(makeLink('a.ts'), '/elsewhere')).toBe('@/w/a.ts')
    expect(getMentionToken(createTranscriptBlock('My thread (2)', '', 'id'), '/w')).toBe('@My thread (2)')
    expect(getMentionToken(createTranscriptBlock('Handed over', ''), '/w')).toBeUndefined()
    expect(getMentionToken(quoteBlock('terminal', 'Output of npm test', 'x'), '/w')).toBe('@Output of npm test')
  })
})

it('a quote is delimited text for an agent without embedded files', () => {
  const quote = quoteBlock('terminal', 'Output of npm test', '```\nok')
  expect(adaptPrompt([quote], { embeddedContext: true })).toEqual([quote])
  expect(adaptPrompt([quote], {})).toEqual([{ type: 'text', text: 'Output of npm test:\n\n````\n```\nok\n````' }])
})
