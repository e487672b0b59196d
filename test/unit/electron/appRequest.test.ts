import { expect, it } from 'vitest'
import { answerAppRequest } from '../../../src/main/electron/page/appRequest'
import { contentSecurityPolicy } from '../../../src/main/shell/contentSecurityPolicy'

const files = new Map([
  ['/', { bytes: new Uint8Array([60]), type: 'text/html' }],
  ['/assets/index.js', { bytes: new Uint8Array([59]), type: 'text/javascript' }],
])

function answer(url: string, method = 'GET'): Response {
  return answerAppRequest({ files, host: 'parley', request: { url, method } })
}

it('serves a built file with its type', async () => {
  const response = answer('app://parley/assets/index.js?v=1#x')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript')
  expect(await response.text()).toBe(';')
})

it('serves nothing but known paths of its own host', () => {
  const urls = [
    'app://parley/etc/passwd',
    'app://parley/../../etc/passwd',
    'app://parley/%2e%2e/%2e%2e/etc/passwd',
    'app://parley//assets/index.js',
    'app://parley.evil/',
    'app://evil/',
    'app://parley:1/',
    'app://parley/constructor',
    'app://parley/__proto__',
  ]
  expect(urls.map(url => answer(url).status)).toEqual(urls.map(() => 404))
})

it('answers nothing but GET', () => {
  expect(['POST', 'HEAD', 'PUT', 'OPTIONS'].map(method => answer('app://parley/', method).status)).toEqual([405, 405, 405, 405])
})

it('sends the content security policy with every answer, failures too', () => {
  for (const response of [answer('app://parley/'), answer('app://parley/missing'), answer('app://parley/', 'POST')]) {
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy())
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

it('lets no other origin read an answer', () => {
  const headers = answer('app://parley/').headers
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

it('the policy runs no strings and no inline scripts, and connects only to what is named', () => {
  const policy = contentSecurityPolicy({ connect: ['ws://127.0.0.1:4000'] })
  expect(policy).toContain('script-src \'self\';')
  expect(policy).toContain('connect-src \'self\' ws://127.0.0.1:4000;')
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/)
})
