import type { ArchiveFolder } from './archiveFolder'
import { once } from 'node:events'
import { Parser, type ReadEntry } from 'tar'
import { InstallError } from '../installError'

// Other warnings do not matter here, such as those about attributes of another system.
const damage = new Set(['TAR_BAD_ARCHIVE', 'TAR_ABORT', 'TAR_ENTRY_INVALID', 'TAR_ENTRY_ERROR'])

/** Unpacks a tar, plain or gzipped. */
export async function unpackTar(source: AsyncIterable<Buffer>, into: ArchiveFolder): Promise<void> {
  const parser = new Parser()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failed.catch(() => undefined) // raced below, unless that is over already
  parser.on('error', fail)
  parser.on('warn', (code: string, message: string | Error) => {
    if (damage.has(code))
      fail(new InstallError(`The archive is damaged (${String(message)}). Nothing was installed. Try again.`))
  })
  let added = Promise.resolve()
  parser.on('entry', (entry: ReadEntry) => {
    added = added.then(() => addEntry(entry, into))
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

async function addEntry(entry: ReadEntry, into: ArchiveFolder): Promise<void> {
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
