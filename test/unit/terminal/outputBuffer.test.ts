import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OutputBuffer } from '../../../src/main/terminal/stream/outputBuffer'

it('keeps the end of the output, up to the limit', () => {
  const buffer = new OutputBuffer(8)
  buffer.append(Buffer.from('one two '))
  expect(buffer.truncated).toBe(false)
  buffer.append(Buffer.from('three'))
  expect(buffer.text()).toBe('wo three')
  expect(buffer.truncated).toBe(true)
})

it('never returns half a character, even if exactly the limit is kept', () => {
  const buffer = new OutputBuffer(4)
  buffer.append(Buffer.from('aa€'))
  expect(buffer.text()).toBe('a€')
  buffer.append(Buffer.from('bb'))
  expect(buffer.text()).toBe('bb') // the last four bytes begin in the middle of the euro sign
})

it('keeps nothing with a limit of 0, and then reports truncation', () => {
  const buffer = new OutputBuffer(0)
  expect(buffer.truncated).toBe(false)
  buffer.append(Buffer.from('x'))
  expect(buffer.text()).toBe('')
  expect(buffer.truncated).toBe(true)
})

it('returns the longest end of whole characters within the limit, in any chunking', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 }), fc.nat(60), (pieces, limit) => {
    const buffer = new OutputBuffer(limit)
    for (const piece of pieces)
      buffer.append(Buffer.from(piece))
    const characters = [...pieces.join('')]
    while (Buffer.byteLength(characters.join('')) > limit)
      characters.shift()
    expect(buffer.text()).toBe(characters.join(''))
    expect(buffer.truncated).toBe(Buffer.byteLength(pieces.join('')) > limit)
  }))
})

it('keeps the end of the output up to a limit of many pages', () => {
  const buffer = new OutputBuffer(300_000)
  const line = `${'0123456789'.repeat(99)}äöü€\n`
  for (let index = 0; index < 5000; index++)
    buffer.append(Buffer.from(`${index} ${line}`))
  expect(Buffer.byteLength(buffer.text())).toBe(300_000)
  expect(buffer.text().endsWith(`4998 ${line}4999 ${line}`)).toBe(true)
})
