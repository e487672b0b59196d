import { expect, it } from 'vitest'
import { answerAppRequest } from '../../../src/main/electron/page/appUrl'
import { createContentSecurityPolicy, createFramedPolicy } from '../../../src/main/shell/securityHeaders'

const pdfPage = '<script type="x">2</script><script>1</script>'
const utf8 = (page: string): Uint8Array => new TextEncoder().encode(page)
const files = new Map([
  ['/', { bytes: new Uint8Array([60]), type: 'text/html' }],
  ['/diagram.html', { bytes: new Uint8Array([60]), type: 'text/html', policy: () => createFramedPolicy(
    utf8('<p>ä</p><script>1</script>'),
  ) }],
  ['/pdf.html', {
    bytes: new Uint8Array([60]),
    type: 'text/html',
    policy: () => createFramedPolicy(utf8(pdfPage), { wasm: true }),
  }],
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

it('serves only known paths of its own host', () => {
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

it('responds only to GET', () => {
  expect(['POST', 'HEAD', 'PUT', 'OPTIONS'].map(method => answer('app://parley/', method).status)).toEqual([405, 405, 405, 405])
})

it('sends the content security policy with every response, even failures', () => {
  for (const response of [answer('app://parley/'), answer('app://parley/missing'), answer('app://parley/', 'POST')]) {
    expect(response.headers.get('content-security-policy')).toBe(createContentSecurityPolicy())
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

it('lets no other origin read a response', () => {
  const headers = answer('app://parley/').headers
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

it('the content security policy allows no eval or inline scripts, and connections only to listed origins', () => {
  const policy = createContentSecurityPolicy({ connect: ['ws://127.0.0.1:4000'] })
  expect(policy).toContain('script-src \'self\';')
  expect(policy).toContain('connect-src \'self\' ws://127.0.0.1:4000;')
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/)
})

it('a framed page runs only its own script, has no origin, and can only be framed by Parley’s page', () => {
  for (const [name, more] of [['diagram', ''], ['pdf', ' \'wasm-unsafe-eval\'']] as const) {
    const policy = answer(`app://parley/${name}.html`).headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='${more};`)
    expect(policy).toContain('default-src \'none\';')
    expect(policy).toContain('frame-ancestors \'self\'; sandbox allow-scripts')
    expect(policy).not.toMatch(/connect-src|script-src[^;]*'unsafe|allow-same-origin|allow-popups|allow-top/)
  }
  expect(createContentSecurityPolicy()).toContain('frame-src \'self\';')
  expect(createContentSecurityPolicy()).toContain('frame-ancestors \'none\';')
})
