import { framedPaths, type RendererFile } from '../../shell/rendererFiles'
import { createSecurityHeaders } from '../../shell/securityHeaders'

/** The address of Parley's page in the desktop app. */
export const appUrl = 'app://parley/'

/** Pages that draw diagrams and PDF documents. No other pages may be framed. */
export const framedUrls: readonly string[] = framedPaths.map(path => `app://parley${path}`)

/**
 * Whether a URL belongs to Parley's own page. Compares scheme and host, because Node returns `null` as the origin of
 * custom schemes.
 */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.protocol === 'app:' && parsed.host === 'parley'
}

/** Answers a request for Parley's page: GET, exactly this host, exactly a known path. */
export function answerAppRequest({ files, host, request }: {
  files: ReadonlyMap<string, RendererFile>
  host: string
  request: { readonly method: string, readonly url: string }
}): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET')
    return new Response(null, { status: 405, headers: { ...createSecurityHeaders(), Allow: 'GET' } })
  const file = url.host === host ? files.get(url.pathname) : undefined
  if (file === undefined) {
    return new Response(
      'Not found',
      { status: 404, headers: { ...createSecurityHeaders(), 'Content-Type': 'text/plain' } },
    )
  }
  return new Response(file.bytes, { headers: { ...createSecurityHeaders(file.policy?.()), 'Content-Type': file.type } })
}
