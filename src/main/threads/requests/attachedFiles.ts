import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HostError, systemCode } from '../../../shared/errors'
import { safeFileName } from '../../../shared/files/fileNames'
import { isWithin } from '../../../shared/paths'
import { realPathOrItself } from '../../system/realPathOrItself'
import { fileIdentity, openRegularFile } from '../../workspace/files/openFile'
import { type GuardedFolders, Workspace } from '../../workspace/workspace'
import { type LentFile, LentFiles } from './lentFiles'

/** Files attached to messages: in place, or as copies if their place is unknown. Each is lent to its thread only. */
export class AttachedFiles {
  /** Contains copies of attached files, in a folder per thread. */
  readonly folder: string
  readonly lent: LentFiles
  readonly #dataFolder: string

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.folder = join(dataFolder, 'attachments')
    this.lent = new LentFiles(join(dataFolder, 'lent'))
    mkdirSync(this.folder, { recursive: true, mode: 0o700 }) // it must exist when workspaces are opened
  }

  /** Keeps a copy until the thread is deleted. Returns its URI. */
  async keep(threadId: string, { name, data }: { name: string, data: Uint8Array }): Promise<string> {
    const folder = join(this.folder, threadId, randomUUID()) // files may have the same name
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, safeFileName(name, 'attachment'))
      const handle = await open(path, 'wx', 0o600)
      try {
        await handle.writeFile(data)
        const realPath = await realpath(path)
        this.lent.lend(threadId, { realPath, ...await fileIdentity(handle) })
        return pathToFileURL(realPath).href
      }
      finally {
        await handle.close()
      }
    }
    catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new HostError('storage', `"${name}" could not be kept for the agent. Is there room on the disk?`, { cause: error })
    }
  }

  /** Lets the thread's agent read a file in place. `folders`: the thread's own. */
  async lend(threadId: string, path: string, folders: readonly string[] = []): Promise<{ uri: string, size: number }> {
    const { file, size } = await lendableFile(path, { closed: [this.#dataFolder], exempt: [this.folder] }, { folders })
    try {
      this.lent.lend(threadId, file)
    }
    catch (error) {
      throw new HostError('storage', 'What is lent to the agent could not be noted. Is there room on the disk?', { cause: error })
    }
    return { uri: pathToFileURL(file.realPath).href, size }
  }

  /** Called when the person removes it from the message. */
  takeBack(threadId: string, uri: string): void {
    this.lent.takeBack(threadId, ({ realPath }) => pathToFileURL(realPath).href === uri)
  }

  async removeThread(threadId: string): Promise<void> {
    await Promise.all([this.lent.removeThread(threadId), rm(join(this.folder, threadId), { recursive: true, force: true })])
  }
}

/**
 * Checks a file that the person lends: regular, readable, and not Parley's own. Throws a `HostError`. A link that
 * leads out of the thread's `folders` may be the agent's trick, as the person saw another name.
 */
async function lendableFile(
  path: string,
  guard: GuardedFolders,
  { folders = [] }: { folders?: readonly string[] } = {},
): Promise<{ file: LentFile, size: number }> {
  const name = basename(path)
  try {
    const status = await stat(path)
    if (status.isDirectory())
      throw unsupported(`“${name}” is a folder. Attach the files that matter, or name the folder in your message.`)
    if (!status.isFile())
      throw unsupported(`“${name}” was not attached: it is no ordinary file.`)
    const location = await (await Workspace.open([], guard)).locate(path)
    if (location.kind === 'refused')
      throw unsupported(`“${name}” was not attached: it lies where no agent may read.`)
    const { realPath } = location
    if (leadsOut(path, realPath, folders))
      throw unsupported(`“${name}” was not attached: it is a link that leads out of the thread’s folder. Attach the file itself.`)
    const { handle, status: { size } } = await openRegularFile(realPath, realPath)
    try {
      return { file: { realPath, ...await fileIdentity(handle) }, size }
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    throw new HostError('unsupported', `“${name}” was not attached: ${whyUnreadable(error)}.`, { cause: error })
  }
}

function leadsOut(path: string, realPath: string, folders: readonly string[]): boolean {
  const real = folders.map(realPathOrItself)
  return [...folders, ...real].some(folder => isWithin(path, folder, process.platform))
    && !real.some(folder => isWithin(realPath, folder, process.platform))
}

function whyUnreadable(error: unknown): string {
  switch (systemCode(error)) {
    case 'ENOENT': return 'it is not there any more'
    case 'EACCES':
    case 'EPERM': return 'you may not read it'
    default: return 'it cannot be read'
  }
}

function unsupported(message: string): HostError {
  return new HostError('unsupported', message)
}
