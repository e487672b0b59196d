import type { BinaryDistribution } from '../../../shared/settings/installing'
import type { InstalledProgram, InstallStep } from '../installStep'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isWithin } from '../../../shared/paths'
import { formatBytes } from '../../../shared/text/formatBytes'
import { FetchError, safeFetch } from '../../system/safeFetch'
import { ArchiveFolder, resolveArchivePath } from '../archive/archiveFolder'
import { type ArchiveFormat, detectArchiveFormat, unpackTar, unpackZip } from '../archive/unpack'
import { InstallError, remedyFor } from '../installError'

const maxBytes = 4 * 1024 ** 3

/** Downloads a program to the folder and extracts it. */
export async function installBinary(binary: BinaryDistribution, step: InstallStep): Promise<InstalledProgram> {
  const { folder, signal, showProgress } = step
  const format = detectArchiveFormat(binary.archive)
  const program = getProgramPath(folder, binary.cmd)
  const archive = join(folder, '.download')
  const name = new URL(binary.archive).pathname.split('/').at(-1) ?? binary.archive
  showProgress(`Downloading ${name}`, 0)
  await download({
    url: binary.archive,
    file: archive,
    sha256: binary.sha256,
    signal,
    onBytes: (bytes, total) =>
      showProgress(
        `Downloading ${name}: ${formatBytes(bytes)}${total === undefined ? '' : ` of ${formatBytes(total)}`}`,
        total === undefined ? undefined : bytes / total,
      ),
  })
  showProgress(format === 'program' ? 'Moving it to its folder' : `Unpacking ${name}`)
  if (format === 'program') {
    await mkdir(dirname(program), { recursive: true })
    await rename(archive, program)
  }
  else {
    await unpack({ archive, format, step })
    await rm(archive)
  }
  await makeExecutable({ folder, program, cmd: binary.cmd })
  return { file: relative(folder, program), runner: 'program' }
}

async function unpack({
  archive,
  format,
  step: { folder, signal, findCommand },
}: {
  archive: string
  format: Exclude<ArchiveFormat, 'program'>
  step: InstallStep
}): Promise<void> {
  const into = new ArchiveFolder(folder, signal)
  switch (format) {
    case 'zip':
      await unpackZip(archive, into)
      break
    case 'tar':
      await unpackTar(createReadStream(archive, { signal }), into)
      break
    case 'tar.bz2':
      await unpackBzip2({ archive, into, signal, bzip2: findCommand('bzip2') })
      break
  }
  await into.finish()
}

async function unpackBzip2({
  archive,
  into,
  signal,
  bzip2,
}: {
  archive: string
  into: ArchiveFolder
  signal: AbortSignal
  bzip2: string | undefined
}): Promise<void> {
  if (bzip2 === undefined)
    throw new InstallError('This agent is packed with bzip2, and "bzip2" was not found on PATH. Install bzip2, then try again.')
  const child = spawn(bzip2, ['-dc', archive], { signal, windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => undefined) // awaited below unless extraction fails first
  try {
    await unpackTar(child.stdout, into)
  }
  finally {
    child.kill()
  }
  const [exitCode] = await closed
  if (exitCode !== null && exitCode !== 0)
    throw new InstallError('The archive is damaged: bzip2 cannot read it. Nothing was installed. Try again.')
}

/** The path of the program. Validates `cmd`, which comes from the registry and must not escape the folder. */
function getProgramPath(folder: string, cmd: string): string {
  try {
    const path = resolveArchivePath(folder, cmd)
    if (path !== folder && path !== join(folder, '.'))
      return path
  }
  catch {
    // Reported below, because the fault is in the registry, not in the archive.
  }
  throw new InstallError(`The registry lists the program "${cmd}", which is not in the agent's folder. Nothing was installed.`)
}

async function makeExecutable({ folder, program, cmd }: {
  folder: string
  program: string
  cmd: string
}): Promise<void> {
  const found = await stat(program).catch(() => undefined) // missing: reported below
  if (!found?.isFile())
    throw new InstallError(`The archive does not contain the program "${cmd}" that the registry lists. Nothing was installed.`)
  if (!isWithin(await realpath(program), await realpath(folder), process.platform))
    throw new InstallError(`The program "${cmd}" is outside the agent's folder. Nothing was installed.`)
  await chmod(program, 0o755)
}

interface Download {
  readonly url: string
  readonly file: string
  /** Hexadecimal. */
  readonly sha256?: string
  readonly signal: AbortSignal
  /** Called for each chunk. `total` is absent if the server does not send it. */
  readonly onBytes: (bytes: number, total: number | undefined) => void
}

/** Downloads a file and verifies its checksum. */
async function download({ url, file, sha256, signal, onBytes }: Download): Promise<void> {
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

/** Converts a `FetchError` to an `InstallError`. Returns other errors unchanged. */
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
