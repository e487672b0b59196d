/** Reasons for failure other than errors of `fetch` itself. */
type FetchFault
  = | { readonly kind: 'unsafe address' }
    | { readonly kind: 'status', readonly status: number }
    | { readonly kind: 'too large', readonly limitBytes: number }

/** Thrown by `safeFetch` for a rejected or aborted fetch. */
export class FetchError extends Error {
  readonly host: string
  readonly fault: FetchFault

  constructor(host: string, fault: FetchFault) {
    super(`${host} ${describeFault(fault)}`)
    this.name = 'FetchError'
    this.host = host
    this.fault = fault
  }
}

/** A response whose body is still being received. */
interface SafeResponse {
  readonly host: string
  /** From the content-length header, if present. */
  readonly totalBytes: number | undefined
  /** The body. Throws a `FetchError` above the limit. Leaving the loop cancels the transfer. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Fetches over HTTPS or from loopback, up to `limitBytes`. Throws a `FetchError`, or the errors of `fetch`. */
export async function safeFetch(
  address: string,
  { limitBytes, signal }: { limitBytes: number, signal: AbortSignal },
): Promise<SafeResponse> {
  const { hostname, host } = checkAddress(address)
  const response = await fetch(address, { signal })
  checkAddress(response.url || address) // after redirects
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new FetchError(hostname, { kind: 'status', status: response.status })
  }
  const totalBytes = Number(response.headers.get('content-length')) || undefined
  return { host, totalBytes, chunks: limitSize(response.body as AsyncIterable<Uint8Array>, { hostname, limitBytes }) }
}

function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isLoopback = url !== undefined && /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)
}

function checkAddress(address: string): URL {
  if (!isSafeAddress(address))
    throw new FetchError(`"${address}"`, { kind: 'unsafe address' })
  return new URL(address)
}

async function* limitSize(
  body: AsyncIterable<Uint8Array>,
  { hostname, limitBytes }: { hostname: string, limitBytes: number },
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes)
      throw new FetchError(hostname, { kind: 'too large', limitBytes })
    yield chunk
  }
}

function describeFault(fault: FetchFault): string {
  switch (fault.kind) {
    case 'unsafe address':
      return 'is not a safe address: it must begin with https:'
    case 'status':
      return `answered ${fault.status}`
    case 'too large':
      return `sent more than ${fault.limitBytes} bytes`
  }
}
