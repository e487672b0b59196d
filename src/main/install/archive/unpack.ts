import type { ArchiveFolder } from './archiveFolder'
import { once } from 'node:events'
import { Parser, type ReadEntry } from 'tar'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { errorMessage } from '../../../shared/errors'
import { InstallError } from '../installError'

// Other warnings, such as those about attributes of other platforms, are harmless.
const tarFaults = new Set(['TAR_BAD_ARCHIVE', 'TAR_ABORT', 'TAR_ENTRY_INVALID', 'TAR_ENTRY_ERROR'])

/** Extracts a tar archive, plain or gzipped. */
export async function unpackTar(source: AsyncIterable<Buffer>, into: ArchiveFolder): Promise<void> {
  const parser = new Parser()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failed.catch(() => undefined) // handled by the races below, but it may reject after these
  parser.on('error', fail)
  parser.on('warn', (code: string, message: string | Error) => {
    if (tarFaults.has(code))
      fail(new InstallError(`The archive is damaged (${String(message)}). Nothing was installed. Try again.`))
  })
  let added = Promise.resolve()
  parser.on('entry', (entry: ReadEntry) => {
    added = added.then(() => addTarEntry(entry, into))
    added.catch(fail)
  })
  const ended = once(parser, 'end')
  ended.catch(fail)
  for await (const chunk of source) {
    if (!parser.write(chunk))
      await Promise.race([once(parser, 'drain'), failed])
  }
  parser.end()
  await Promise.race([ended, failed])
  await Promise.race([added, failed])
}

async function addTarEntry(entry: ReadEntry, into: ArchiveFolder): Promise<void> {
  const { type, path: name, linkpath: target = '' } = entry
  switch (type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      return into.addFile({ name, mode: entry.mode ?? 0o644, content: entry })
    case 'Directory':
      await into.addFolder(name)
      break
    case 'SymbolicLink':
      await into.addLink(name, target)
      break
    case 'Link':
      into.addHardLink(name, target)
      break
    default:
      throw new InstallError(
        `The archive is not safe: its entry "${name}" is neither file, folder nor link (${type}). Nothing was installed.`,
      )
  }
  entry.resume()
}

export type ArchiveFormat = 'zip' | 'tar' | 'tar.bz2' | 'program'

/**
 * Detects the format of a download by its extension. Throws for unsupported archives; anything else is an executable.
 */
export function detectArchiveFormat(url: string): ArchiveFormat {
  const path = new URL(url).pathname.toLowerCase()
  if (path.endsWith('.zip'))
    return 'zip'
  if (/\.(?:tar|tar\.gz|tgz)$/.test(path))
    return 'tar'
  if (/\.(?:tar\.bz2|tbz2|tbz)$/.test(path))
    return 'tar.bz2'
  const unknown = /\.(?:tar\.\w+|txz|tzst|7z|rar|gz|bz2|xz|zst|dmg|pkg|msi|deb|rpm)$/.exec(path)
  if (unknown)
    throw new InstallError(`Parley cannot unpack "${unknown[0]}" files. Install the agent as its makers say, then add it to settings.json.`)
  return 'program'
}

const fileTypeBits = 0o170000
const linkType = 0o120000
const maxLinkBytes = 4_096

/** Extracts a zip archive. */
export async function unpackZip(archive: string, into: ArchiveFolder): Promise<void> {
  const zip = await openZip(archive)
  try {
    for await (const entry of zipEntries(zip))
      await addZipEntry(zip, entry, into)
  }
  finally {
    zip.close()
  }
}

async function addZipEntry(zip: ZipFile, entry: Entry, into: ArchiveFolder): Promise<void> {
  const name = entry.fileName
  // Zero unless the archive was created on a platform with file modes.
  const mode = entry.externalFileAttributes >>> 16
  if (name.endsWith('/'))
    return into.addFolder(name)
  const content = await zip.openReadStreamPromise(entry)
  if ((mode & fileTypeBits) !== linkType)
    return into.addFile({ name, mode, content })
  if (entry.uncompressedSize > maxLinkBytes)
    throw new InstallError(`The archive is damaged: its link "${name}" is too long. Nothing was installed.`)
  const target = Buffer.concat(await content.toArray() as Buffer[]).toString('utf8')
  return into.addLink(name, target)
}

async function openZip(archive: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false, lazyEntries: true })
  }
  catch (error) {
    throw createDamagedZipError(error)
  }
}

/** Converts yauzl's errors to `InstallError`. yauzl itself rejects names that escape the folder. */
async function* zipEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch((error: unknown) => Promise.reject(createDamagedZipError(error)))
    if (next.done)
      return
    yield next.value
  }
}

function createDamagedZipError(error: unknown): InstallError {
  return new InstallError(`The archive is not safe or is damaged (${errorMessage(error)}). Nothing was installed.`, { cause: error })
}
