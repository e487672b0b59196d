/** Fetches a text from the web, within a time and a size. Only https will do, or this machine itself. */
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
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname))
    throw new Error(`"${address}" is not a safe address: it must begin with https:`)
  let response: Response
  try {
    response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
  }
  catch (error) {
    throw new Error(`${hostname} could not be reached`, { cause: error })
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new Error(`${hostname} answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by throwing also ends the transfer.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limitBytes)
      throw new Error(`${hostname} sent more than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
