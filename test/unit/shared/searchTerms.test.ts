import { describe, expect, it } from 'vitest'
import { makeExcerpt } from '../../../src/shared/search/excerpt'
import { countMatches, findMatches, toLiteralPattern } from '../../../src/shared/search/plainSearch'
import { findMarks, parseSearch } from '../../../src/shared/search/searchTerms'

function findMarked(text: string, search: string): string[] {
  return findMarks(text, parseSearch(search)).map(([from, to]) => text.slice(from, to))
}

describe('a search', () => {
  it('consists of words, phrases and prefixes; the last word is a prefix while it is typed', () => {
    expect(parseSearch('Retry "idempotency key" back* tim')).toEqual([
      { words: ['retry'], isPrefix: false },
      { words: ['idempotency', 'key'], isPrefix: false },
      { words: ['back'], isPrefix: true },
      { words: ['tim'], isPrefix: true },
    ])
    expect(parseSearch('tim ')).toEqual([{ words: ['tim'], isPrefix: false }])
    expect(parseSearch('"idempotency k')).toEqual([{ words: ['idempotency', 'k'], isPrefix: false }])
    expect(parseSearch('src/pay/client.ts ')).toEqual([{ words: ['src', 'pay', 'client', 'ts'], isPrefix: false }])
  })

  it('with only punctuation is empty', () => {
    expect(parseSearch(' "" * -- () ^ "*" :')).toEqual([])
  })

  it('has a limited number of parts', () => {
    expect(parseSearch('ab '.repeat(130))).toHaveLength(16)
  })

  it('marks its matches, whatever their case and accents', () => {
    expect(findMarked('A naïve Café; cafés', 'cafe ')).toEqual(['Café'])
    expect(findMarked('The idempotency key, an idempotencyKey', 'idempotency'))
      .toEqual(['idempotency', 'idempotencyKey'])
    expect(findMarked('key idempotency key', '"idempotency key" ')).toEqual(['idempotency key'])
    expect(findMarked('the idempotency key', '"idempotency key" key ')).toEqual(['idempotency key'])
    expect(findMarked('私は東京に住む', '東京')).toEqual(['東京'])
    expect(findMarked('Мой код, ёлка', 'мой елка')).toEqual(['Мой', 'ёлка'])
    expect(findMarked('यह कुछ हिन्दी है', 'हिन्दी')).toEqual(['हिन्दी'])
    expect(findMarked('Die GRÖSSE', 'größe')).toEqual(['GRÖSSE'])
  })
})

describe('an excerpt', () => {
  it('is the part that matches the most search terms, on one line, with the matches marked', () => {
    const text = `key ${'and more '.repeat(60)}\nsend the same\n **idempotency \`key\`** each time ${'x '.repeat(200)}`
    const excerpt = makeExcerpt(text, parseSearch('idempotency key '), { characters: 120, isOneLine: true })
    expect(excerpt.text).toContain('send the same idempotency key each time')
    expect(excerpt.text).toMatch(/^….*…$/)
    expect(excerpt.marks.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['idempotency', 'key'])
  })

  it('splits no surrogate pair', () => {
    const excerpt = makeExcerpt(`${'😀'.repeat(100)} needle ${'😀'.repeat(100)}`, parseSearch('needle'), { characters: 60, isOneLine: true })
    expect(excerpt.text.isWellFormed()).toBe(true)
    expect(excerpt.marks).toHaveLength(1)
  })
})

describe('a text to find in a thread', () => {
  it('matches literally, except for case, white space and Markdown syntax', () => {
    const pattern = toLiteralPattern('Total (in cents)')!
    expect(countMatches('the **total** `(in` \ncents), TOTAL  (IN CENTS), total in cents', pattern, 10)).toBe(2)
    expect(findMatches('a total (in cents)', pattern)).toEqual([[2, 18]])
    for (const form of ['NFC', 'NFD'] as const)
      expect(countMatches('résumé, 파일'.normalize(form), toLiteralPattern('Résumé, 파일')!, 10)).toBe(1)
    expect(countMatches('aaaa', toLiteralPattern('a')!, 3)).toBe(3)
    expect(toLiteralPattern(' `` ')).toBeUndefined()
    expect(countMatches('[a-z]{2}\\d $^ a-z', toLiteralPattern('[a-z]{2}\\d $^')!, 10)).toBe(1)
  })
})
