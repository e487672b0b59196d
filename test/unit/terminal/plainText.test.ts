import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasControls, PlainText } from '../../../src/main/terminal/stream/plainText'
import { anyCharacter } from '../../support/anyCharacter'

function toPlain(...pieces: string[]): string {
  const stream = new PlainText()
  return pieces.map(piece => Buffer.from(stream.push({ text: piece, bytes: Buffer.from(piece) })).toString()).join('')
}

it.each([
  ['colours', '\x1B[1;38;5;196mred\x1B[0m text', 'red text'],
  ['cursor movement and erasing', 'a\x1B[2J\x1B[10;20Hb\x1B[Kc\x1B[?25l', 'abc'],
  ['a title ended by BEL', '\x1B]0;title\x07text', 'text'],
  ['a link ended by ST', '\x1B]8;;https://example.com\x1B\\link\x1B]8;;\x1B\\', 'link'],
  ['the clipboard', '\x1B]52;c;aGVsbG8=\x07text', 'text'],
  ['DCS, APC, PM and SOS', '\x1BPq#0\x1B\\a\x1B_Gi=1;AAA\x1B\\b\x1B^x\x1B\\c\x1BXy\x1B\\d', 'abcd'],
  ['a BEL in a DCS, which does not end it', '\x1BPone\x07two\x1B\\text', 'text'],
  ['two-byte sequences', '\x1B7a\x1B8b\x1Bcc\x1B=d\x1BMe', 'abcde'],
  ['character sets', '\x1B(Ba\x1B)0b', 'ab'],
  ['C1 controls', '\x9B31mred\x9B0m\x9D0;title\x9Ctext\x85', 'redtext'],
  ['a check mark in a title, which has the byte of a C1 terminator in it', '\x1B]0;\u2713 done\x07text', 'text'],
  ['other control characters', 'a\x07b\x00c\x08d\x7Fe\x0Ef', 'abcdef'],
  ['a sequence that another one breaks off', '\x1B[12\x1B[1mbold', 'bold'],
  ['a sequence that CAN breaks off', '\x1B]0;title\x18text', 'text'],
])('removes %s', (_, raw, text) => {
  expect(toPlain(raw)).toBe(text)
})

it.each(['tab\there\nnext line', 'äöü € 😀 \u00A0 é', '[31m is no sequence', ''])('keeps text unchanged: %j', (text) => {
  expect(toPlain(text)).toBe(text)
})

describe('line ends', () => {
  it('converts CRLF to LF, even if split', () => {
    expect(toPlain('a\r\nb\r', '\nc')).toBe('a\nb\nc')
  })

  it('converts several CR before LF to one LF', () => {
    expect(toPlain('a\r\r\nb\r\x1B[K\r\nc')).toBe('a\nb\nc')
  })

  it('converts a lone CR to LF, so that each version of a progress line is readable', () => {
    expect(toPlain('10%\r20%\r\x1B[K30%\n')).toBe('10%\n20%\n30%\n')
  })

  it('holds a CR at the end until the next character', () => {
    expect(toPlain('50%\r')).toBe('50%')
  })
})

it('abandons an endless string sequence, so that later text is visible', () => {
  const text = toPlain('\x1B]0;', 'x€'.repeat(50_000), 'seen')
  expect(text.endsWith('seen')).toBe(true)
  expect(text).not.toContain('\uFFFD')
  expect(text.length).toBeLessThan(100_000)
})

it('returns the same text for any chunking', () => {
  const part = fc.constantFrom(
    '\x1B',
    '[',
    '3',
    '1',
    'm',
    ']',
    '0',
    ';',
    '\x07',
    '\\',
    '\r',
    '\n',
    'a',
    '€',
    '\x9B',
    '\x9C',
    '\x9D',
    'P',
    '(',
    '\x18',
    '✓',
    '\u00A0',
  )
  fc.assert(fc.property(fc.array(fc.array(part, { maxLength: 8 }), { maxLength: 12 }), (pieces) => {
    const joined = pieces.map(piece => piece.join(''))
    expect(toPlain(...joined)).toBe(toPlain(joined.join('')))
  }), { numRuns: 500 })
})

it('never returns a control character except tab and LF', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
    expect(toPlain(text)).not.toMatch(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/)
  }), { numRuns: 200 })
})

it('detects control characters at any alignment and length of bytes', () => {
  const memory = Buffer.alloc(16, 'a')
  for (let start = 0; start < 8; start++) {
    for (let length = 0; length < 8; length++) {
      const bytes = memory.subarray(start, start + length)
      expect(hasControls(bytes)).toBe(false)
      for (let at = 0; at < length; at++) {
        bytes[at] = 0x08
        expect(hasControls(bytes)).toBe(true)
        bytes[at] = 0x61
      }
    }
  }
})
