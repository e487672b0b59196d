import { expect, it } from 'vitest'
import { preparePastedInput } from '../../../src/shared/terminal/pastedInput'

const pasteBracketed = (text: string) => preparePastedInput(text, { isBracketed: true })
const pastePlain = (text: string) => preparePastedInput(text, { isBracketed: false })

it.each([
  ['an end of the paste', 'echo a\x1B[201~\necho b', 'echo a[201~\recho b'],
  ['an end of the paste within another', 'a\x1B\x1B[201~[201~b', 'a[201~[201~b'],
  ['an end of the paste as a C1 control', 'a\x9B201~b', 'a201~b'],
  ['control characters', 'a\x03\x04\x0F\x7F\0b', 'ab'],
])('removes control characters from pasted text: %s', (_, text, expected) => {
  expect(pasteBracketed(text)).toEqual({ data: `\x1B[200~${expected}\x1B[201~`, runsLines: false })
  expect(pastePlain(text).data).toBe(expected)
})

it('converts every line end to a carriage return, and keeps tabs and all other characters', () => {
  expect(pasteBracketed('a\r\nb\nc\rd\n\n\te\u{1F600}é').data).toBe('\x1B[200~a\rb\rc\rd\r\r\te\u{1F600}é\x1B[201~')
})

it('reports that lines would run, even a single one, if the program did not enable bracketed paste', () => {
  expect(['a b', 'a\tb', 'ls\n', 'a\r\nb'].map(text => pastePlain(text).runsLines)).toEqual([false, false, true, true])
})
