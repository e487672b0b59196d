import { expect, it } from 'vitest'
import { parseExternalUrl } from '../../../src/main/electron/page/lockdown'

it('accepts web and mail addresses, and names their destination', () => {
  expect(parseExternalUrl('https://example.com/a?b#c')).toEqual({
    href: 'https://example.com/a?b#c',
    destination: 'example.com',
  })
  expect(parseExternalUrl('mailto:someone@example.com')).toEqual({
    href: 'mailto:someone@example.com',
    destination: 'someone@example.com',
  })
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'smb://host/share',
  'ms-msdt:/id',
  'calculator://',
  'vbscript:x',
  'app://parley/',
  'not a url',
  '',
])('refuses %j', (text) => {
  expect(() => parseExternalUrl(text)).toThrow('not opened')
})

it('refuses an address that hides its host behind a user name', () => {
  expect(() => parseExternalUrl('https://example.com@evil.test/')).toThrow('user name')
  expect(() => parseExternalUrl('https://:secret@evil.test/')).toThrow('password')
})

it('refuses an address that is too long to read', () => {
  expect(() => parseExternalUrl(`https://example.com/${'a'.repeat(2048)}`)).toThrow('not opened')
})

it('shows a host with foreign letters in Punycode', () => {
  expect(parseExternalUrl('https://exаmple.com/').destination).toBe('xn--exmple-4nf.com')
})
