import type { RendererFile } from '../../shell/rendererFiles'
import { safetyHeaders } from '../../shell/safetyHeaders'

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
