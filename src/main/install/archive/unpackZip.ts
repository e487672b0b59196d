import type { ArchiveFolder } from './archiveFolder'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { messageOf } from '../../../shared/errors'
import { InstallError } from '../installError'

const fileTypeBits = 0o170000
const linkType = 0o120000
const maxLinkBytes = 4_096

/** Unpacks a zip. */
export async function unpackZip(archive: string, into: ArchiveFolder): Promise<void> {
  const zip = await open(archive)
  try {
    for await (const entry of entriesOf(zip))
      await addEntry(zip, entry, into)
  }
  finally {
    zip.close()
  }
}

async function addEntry(zip: ZipFile, entry: Entry, into: ArchiveFolder): Promise<void> {
  const name = entry.fileName
  // Zero unless the archive was made on a system with file modes.
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

async function open(archive: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false, lazyEntries: true })
  }
  catch (error) {
    throw damaged(error)
  }
}

/** yauzl itself refuses names that lead out of the folder; its errors become messages of ours. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch((error: unknown) => Promise.reject(damaged(error)))
    if (next.done)
      return
    yield next.value
  }
}

function damaged(error: unknown): InstallError {
  return new InstallError(`The archive is not safe or is damaged (${messageOf(error)}). Nothing was installed.`, { cause: error })
}
