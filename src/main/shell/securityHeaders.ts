import { createHash } from 'node:crypto'

/**
 * The policy that both shells send with every response: only Parley's own files run, nothing loads from elsewhere, and
 * HTML reaches the page through the named Trusted Types policies alone. `connect` names what the page may talk to
 * beside its own origin.
 */
export function contentSecurityPolicy({ connect = [] }: { connect?: readonly string[] } = {}): string {
  return [
    'default-src \'none\'',
    'script-src \'self\'',
    // Inline styles stay allowed: the terminal sets its colours and cell sizes through them.
    'style-src \'self\' \'unsafe-inline\'',
    'img-src \'self\' blob: data:',
    'media-src blob: data:',
    'font-src \'self\'',
    ['connect-src \'self\'', ...connect].join(' '),
    'worker-src \'self\'',
    // The pages of diagrams and PDF documents: everything else that is served here may not be framed.
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
 * The policy of a page that draws what someone else wrote: it runs the one script that is in it, has no origin,
 * loads nothing, and is in Parley's own page only. `page` is its UTF-8; `wasm` lets the script start what it brings
 * along as WebAssembly.
 */
export function framedPolicy(page: Uint8Array, { wasm = false }: { wasm?: boolean } = {}): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength)
  const script = bytes.subarray(bytes.indexOf(scriptStart) + scriptStart.length, bytes.lastIndexOf('</script>'))
  return [
    'default-src \'none\'',
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'${wasm ? ' \'wasm-unsafe-eval\'' : ''}`,
    // A diagram's colours and sizes are in its own style element.
    'style-src \'unsafe-inline\'',
    'img-src data:',
    'base-uri \'none\'',
    'form-action \'none\'',
    'frame-ancestors \'self\'',
    'sandbox allow-scripts',
  ].join('; ')
}

/** What both shells send with every response: nothing is guessed, cached or shown to other origins. */
export function securityHeaders(policy = contentSecurityPolicy()): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}
