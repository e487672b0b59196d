import type { ReadableStream } from 'node:stream/web'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InstallError, remedyFor } from '../installError'

/** What to fetch, and where to. */
export interface Download {
  readonly url: string
  readonly file: string
  /** In hexadecimal digits. */
  readonly sha256?: string
  readonly signal: AbortSignal
  /** Called for each piece; `total` only where the server says it. */
  readonly onBytes: (bytes: number, total: number | undefined) => void
}

const maxBytes = 4 * 1024 ** 3

/** Fetches a file and checks it. Only over TLS, except from this machine. */
export async function download({ url, file, sha256, signal, onBytes }: Download): Promise<void> {
  const address = safeAddress(url)
  const response = await fetch(address, { signal })
  safeAddress(response.url || url) // it may have been sent elsewhere
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new InstallError(
      remedyFor(String(response.status), address.host) ?? `${address.host} answered with status ${response.status}. Try again later.`,
    )
  }
  const total = Number(response.headers.get('content-length')) || undefined
  const hash = createHash('sha256')
  let bytes = 0
  // The two declarations of web streams, of the DOM and of Node, do not know each other.
  const source = Readable.fromWeb(response.body as ReadableStream)
  await pipeline(source, async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new InstallError(`${address.host} sends more than 4 GB. Nothing was installed.`)
      onBytes(bytes, total)
      yield chunk
    }
  }, createWriteStream(file), { signal })
  const found = hash.digest('hex')
  if (sha256 !== undefined && found !== sha256.trim().toLowerCase()) {
    throw new InstallError(
      `What ${address.host} sent is not what the registry names (its SHA-256 is ${found}). Nothing was installed. Try again; if it stays so, tell the agent's makers.`,
    )
  }
}

function safeAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const isLoopback = address !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(address.hostname)
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && isLoopback))
    return address
  throw new InstallError(`"${url}" is not an address that is safe to install from: it has to begin with https://.`)
}
