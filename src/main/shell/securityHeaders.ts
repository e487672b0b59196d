import { createHash } from 'node:crypto'

/**
 * The Content-Security-Policy that both shells send with every response: only Parley's files run, nothing loads from
 * other origins, and HTML is only set through the named Trusted Types policies. `connect` lists additional origins that
 * the page may connect to.
 */
export function createContentSecurityPolicy({ connect = [] }: { connect?: readonly string[] } = {}): string {
  return [
    'default-src \'none\'',
    'script-src \'self\'',
    // The terminal needs inline styles for its colours and cell sizes.
    'style-src \'self\' \'unsafe-inline\'',
    'img-src \'self\' blob: data:',
    'media-src blob: data:',
    'font-src \'self\'',
    ['connect-src \'self\'', ...connect].join(' '),
    'worker-src \'self\'',
    // For the pages of diagrams and PDF documents. All other files forbid framing.
    'frame-src \'self\'',
    'object-src \'none\'',
    'base-uri \'none\'',
    'form-action \'none\'',
    'frame-ancestors \'none\'',
    'require-trusted-types-for \'script\'',
    'trusted-types dompurify vue parley',
  ].join('; ')
}

const scriptStart = '<script>'

/**
 * The policy of a page that renders untrusted content: it may run only its inline script, has an opaque origin, loads
 * nothing, and may be framed only by Parley. `page` is its UTF-8; `wasm` allows the script to run embedded WebAssembly.
 */
export function createFramedPolicy(page: Uint8Array, { wasm = false }: { wasm?: boolean } = {}): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const script = bytes.subarray(bytes.indexOf(scriptStart) + scriptStart.length, bytes.lastIndexOf('</script>'))
  return [
    'default-src \'none\'',
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'${wasm ? ' \'wasm-unsafe-eval\'' : ''}`,
    // Diagrams have their colours and sizes in a style element.
    'style-src \'unsafe-inline\'',
    'img-src data:',
    'base-uri \'none\'',
    'form-action \'none\'',
    'frame-ancestors \'self\'',
    'sandbox allow-scripts',
  ].join('; ')
}

/**
 * Security headers that both shells send with every response: no sniffing, no caching, no access from other origins.
 */
export function createSecurityHeaders(policy = createContentSecurityPolicy()): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}
