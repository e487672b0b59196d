import type { RendererFile } from '../../shell/rendererFiles'
import { contentSecurityPolicy } from '../../shell/contentSecurityPolicy'

/** Answers a request for Parley's page: GET, exactly this host, exactly a known path. */
export function answerAppRequest({ files, host, request }: {
  files: ReadonlyMap<string, RendererFile>
  host: string
  request: { readonly method: string, readonly url: string }
}): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET')
    return new Response(null, { status: 405, headers: { ...safetyHeaders(), Allow: 'GET' } })
  const file = url.host === host ? files.get(url.pathname) : undefined
  if (file === undefined)
    return new Response('Not found', { status: 404, headers: { ...safetyHeaders(), 'Content-Type': 'text/plain' } })
  return new Response(file.bytes, { headers: { ...safetyHeaders(file.policy?.()), 'Content-Type': file.type } })
}

function safetyHeaders(policy = contentSecurityPolicy()): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}
