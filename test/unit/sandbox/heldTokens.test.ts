import { expect, it } from 'vitest'
import { holdsToken } from '../../../src/main/sandbox/secretPlaces'

it.each([
  ['registry=https://registry.npmjs.org/\nsave-exact=true\n', false],
  ['//registry.npmjs.org/:_authToken=${NPM_TOKEN}', false],
  ['//registry.npmjs.org/:_authToken=abc', true],
  ['LEVEL=3\nAPI_KEY=\n', false],
  ['API_KEY=abc', true],
  ['"clientSecret": "abc"', true],
  ['npmAuthToken: "${TOKEN}"', false],
  ['[remote "origin"]\n\turl = https://github.com/a/b.git\n', false],
  ['[remote "origin"]\n\turl = https://me:word@github.com/a/b.git\n', true],
  ['[remote "origin"]\n\turl = git@github.com:a/b.git\n', false],
  ['[http]\n\textraheader = AUTHORIZATION: basic abc\n', true],
  ['-----BEGIN RSA PRIVATE KEY-----', true],
  ['-----BEGIN CERTIFICATE-----', false],
  ['DATABASE=postgres://a:b@c/d', true],
  [undefined, true],
])('detects whether a file holds a token: %j: %s', (text, held) => {
  expect(holdsToken(text)).toBe(held)
})

it('detects no token in a long line, and quickly', () => {
  expect(holdsToken('='.repeat(100_000))).toBe(false)
})
