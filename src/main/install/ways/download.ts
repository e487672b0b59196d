import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { FetchError, safeFetch } from '../../system/safeFetch'
import { InstallError, remedyFor } from '../installError'

/** What to download, and where to. */
export interface Download {
  readonly url: string
  readonly file: string
  /** In hexadecimal digits. */
  readonly sha256?: string
  readonly signal: AbortSignal
  /** Called for each chunk; `total` only if the server says it. */
  readonly onBytes: (bytes: number, total: number | undefined) => void
}

const maxBytes = 4 * 1024 ** 3

/** Downloads a file and checks it. */
export async function download({ url, file, sha256, signal, onBytes }: Download): Promise<void> {
  const { host, totalBytes, chunks } = await safeFetch(url, { limitBytes: maxBytes, signal })
    .catch((error: unknown) => Promise.reject(downloadFailure(error, url)))
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk)
      onBytes(bytes += chunk.length, totalBytes)
      yield chunk
    }
  }, createWriteStream(file), { signal }).catch((error: unknown) => Promise.reject(downloadFailure(error, url)))
  const found = hash.digest('hex')
  if (sha256 !== undefined && found !== sha256.trim().toLowerCase()) {
    throw new InstallError(
      `The download from ${host} is not the file that the registry lists (its SHA-256 is ${found}). Nothing was installed.`
      + ' Try again; if it keeps failing, tell the agent\'s makers.',
    )
  }
}

/** A refused or failed download in words; other errors stay as they are. */
function downloadFailure(error: unknown, url: string): unknown {
  if (!(error instanceof FetchError))
    return error
  const { fault } = error
  switch (fault.kind) {
    case 'unsafe address':
      return new InstallError(`"${url}" is not an address that is safe to install from: it must begin with https://.`)
    case 'status': {
      const { host } = new URL(url)
      const remedy = remedyFor(String(fault.status), host)
      return new InstallError(remedy ?? `${host} answered with status ${fault.status}. Try again later.`)
    }
    case 'too large':
      return new InstallError(`${new URL(url).host} sends more than 4 GB. Nothing was installed.`)
  }
}
