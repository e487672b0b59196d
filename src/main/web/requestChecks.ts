import type { IncomingMessage } from 'node:http'

/**
 * Host names by which this server may be reached. A foreign page whose domain resolves to this address (DNS rebinding)
 * uses another one.
 */
export interface OwnNames {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  readonly sockets: readonly string[]
}

/** The host names of a server on that port. */
export function listOwnNames(port: number): OwnNames {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return {
    hosts: new Set(hosts),
    origins: new Set(hosts.map(host => `http://${host}`)),
    sockets: hosts.map(host => `ws://${host}`),
  }
}

/**
 * Returns the status for rejecting a request, or `undefined`. A WebSocket needs an origin, which browsers always send.
 */
export function getRefusalStatus(
  request: IncomingMessage,
  { names, isSocket }: { names: OwnNames, isSocket: boolean },
): 421 | 403 | undefined {
  const hosts = request.headersDistinct.host ?? []
  if (hosts.length !== 1 || !names.hosts.has(hosts[0] ?? ''))
    return 421
  if (isOfAnotherPage(request, { isSocket }))
    return 403
  const origins = request.headersDistinct.origin ?? []
  if (origins.length === 0)
    return isSocket ? 403 : undefined
  return origins.length === 1 && names.origins.has(origins[0] ?? '') ? undefined : 403
}

/**
 * Whether another site's page requests a picture, a script or a frame, according to Fetch Metadata. Links on other
 * sites may open Parley as a page of its own. Clients other than browsers don't send these headers.
 */
function isOfAnotherPage({ headers }: IncomingMessage, { isSocket }: { isSocket: boolean }): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none')
    return false
  const isLink = !isSocket && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return !isLink
}
