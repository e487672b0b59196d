import { FetchError, safeFetch } from '../../system/safeFetch'

/** Fetches a text from the web, within a time and a size. */
export async function fetchText({
  address,
  timeoutMs,
  limitBytes,
  signal,
}: {
  address: string
  timeoutMs: number
  limitBytes: number
  signal: AbortSignal
}): Promise<string> {
  const { chunks } = await safeFetch(address, { limitBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    .catch((error: unknown) => {
      throw error instanceof FetchError ? error : new Error(`${new URL(address).hostname} could not be reached`, { cause: error })
    })
  const parts: Uint8Array[] = []
  for await (const chunk of chunks)
    parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}
