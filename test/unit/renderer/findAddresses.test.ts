import { expect, it } from 'vitest'
import { findAddresses } from '../../../src/renderer/text/findAddresses'

it.each([
  ['Local: http://localhost:5173/', 'http://localhost:5173/'],
  ['见http://localhost:5173/。然后', 'http://localhost:5173/'],
  ['http://localhost:5173的页面', 'http://localhost:5173'],
  ['网址（https://a.example/c），好', 'https://a.example/c'],
  ['(see https://a.example/c_(d)).', 'https://a.example/c_(d)'],
  ['"https://a.example/c?d=https://e.example#f",', 'https://a.example/c?d=https://e.example#f'],
  ['[http://[::1]:3000/x]', 'http://[::1]:3000/x'],
  ['https://a.example/((b)))))', 'https://a.example/((b))'],
  ['https://例え.jp/パス、次', 'https://例え.jp/パス'],
])('finds the address in %s', (text, address) => {
  const start = text.indexOf(address)
  expect(findAddresses(text, 9)).toEqual([{ start, end: start + address.length, address }])
})

it.each([
  'https://',
  'example.com',
  'git+https://a.example/c',
  'https://user:password@evil.example/',
  'https://good.example@evil.example/',
  'http://a.example:99999/',
  'https://a.example/\u202Egpj.exe',
  `https://a.example/${'x'.repeat(3_000)}`,
])('ignores an address that cannot be opened or is misleading: %s', (text) => {
  expect(findAddresses(text, 9)).toEqual([])
})
