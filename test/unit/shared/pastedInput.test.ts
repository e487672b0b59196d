import { expect, it } from 'vitest'
import { pastedInput } from '../../../src/shared/terminal/pastedInput'

const bracketed = (text: string) => pastedInput(text, { isBracketed: true })
const plain = (text: string) => pastedInput(text, { isBracketed: false })

it.each([
  ['an end of the brackets', 'echo a\x1B[201~\necho b', 'echo a[201~\recho b'],
  ['one within another', 'a\x1B\x1B[201~[201~b', 'a[201~[201~b'],
  ['one by C1', 'a\x9B201~b', 'a201~b'],
  ['keys', 'a\x03\x04\x0F\x7F\0b', 'ab'],
])('lets nothing in a text act: %s', (_, text, expected) => {
  expect(bracketed(text)).toEqual({ data: `\x1B[200~${expected}\x1B[201~`, runsLines: false })
  expect(plain(text).data).toBe(expected)
})

it('makes every line end a carriage return, and keeps tabs and all other characters', () => {
  expect(bracketed('a\r\nb\nc\rd\n\n\te\u{1F600}é').data).toBe('\x1B[200~a\rb\rc\rd\r\r\te\u{1F600}é\x1B[201~')
})

it('says that lines would run, one alone as well, where the program asked for no brackets', () => {
  expect(['a b', 'a\tb', 'ls\n', 'a\r\nb'].map(text => plain(text).runsLines)).toEqual([false, false, true, true])
})
