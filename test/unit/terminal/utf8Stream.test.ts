import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Utf8Stream } from '../../../src/main/terminal/stream/utf8Stream'
import { anyCharacter } from '../../support/anyCharacter'

it('holds an incomplete character until it is complete', () => {
  const stream = new Utf8Stream()
  const [head, tail] = [Buffer.from('a€').subarray(0, 2), Buffer.from('a€').subarray(2)]
  expect(stream.push(head).text).toBe('a')
  expect(stream.push(tail).text).toBe('€')
})

it('flushes an incomplete character at the end', () => {
  const stream = new Utf8Stream()
  expect(stream.push(Buffer.from([0xE2, 0x82])).text).toBe('')
  expect(stream.end().text).toBe('\uFFFD')
  expect(stream.end().text).toBe('')
})

it('converts any bytes to valid UTF-8', () => {
  const { text, bytes } = new Utf8Stream().push(Buffer.from([0x61, 0xFF, 0xC0, 0x62]))
  expect(text).toBe('a\uFFFD\uFFFDb')
  expect(Buffer.from(bytes).toString()).toBe(text)
})

it('returns the same text for any chunking', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (text, sizes) => {
    const whole = Buffer.from(text)
    const stream = new Utf8Stream()
    let joined = ''
    for (let at = 0, turn = 0; at < whole.length; at += sizes[turn++ % sizes.length]!)
      joined += stream.push(whole.subarray(at, at + sizes[turn % sizes.length]!)).text
    expect(joined + stream.end().text).toBe(whole.toString())
  }))
})
