import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getSystemCode, HostError } from '../../../shared/errors'
import { toSafeFileName } from '../../../shared/files/fileNames'
import { isWithin } from '../../../shared/paths'
import { tryRealPath } from '../../system/realPathOrItself'
import { getFileIdentity, openRegularFile } from '../../workspace/files/openFile'
import { type GuardedFolders, Workspace } from '../../workspace/workspace'
import { FileGrants, type GrantedFile } from './fileGrants'

/** Files attached to messages: the originals, or copies if the path is unknown. Readable only by the thread's agent. */
export class AttachedFiles {
  /** Holds copies of attached files, in a folder per thread. */
  readonly folder: string
  readonly grants: FileGrants
  readonly #dataFolder: string

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.folder = join(dataFolder, 'attachments')
    this.grants = new FileGrants(join(dataFolder, 'lent'))
    mkdirSync(this.folder, { recursive: true, mode: 0o700 }) // it must exist when workspaces are opened
  }

  /** Saves a copy until the thread is deleted. Returns its URI. */
  async saveCopy(threadId: string, { name, data }: { name: string, data: Uint8Array }): Promise<string> {
    const folder = join(this.folder, threadId, randomUUID()) // files may have the same name
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, toSafeFileName(name, 'attachment'))
      const handle = await open(path, 'wx', 0o600)
      try {
        await handle.writeFile(data)
        const realPath = await realpath(path)
        this.grants.grant(threadId, { realPath, ...await getFileIdentity(handle) })
        return pathToFileURL(realPath).href
      }
      finally {
        await handle.close()
      }
    }
    catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new HostError('storage', `"${name}" couldn’t be kept for the agent. Is there room on the disk?`, { cause: error })
    }
  }

  /** Lets the thread's agent read a file in place. `folders` are the thread's. */
  async grant(threadId: string, path: string, folders: readonly string[] = []): Promise<{ uri: string, size: number }> {
    const { file, size } = await checkGrantable(
      path,
      { closed: [this.#dataFolder], exempt: [this.folder] },
      { folders },
    )
    try {
      this.grants.grant(threadId, file)
    }
    catch (error) {
      throw new HostError('storage', 'Couldn’t record what the agent may read. Is there room on the disk?', { cause: error })
    }
    return { uri: pathToFileURL(file.realPath).href, size }
  }

  /** Called when the person removes the attachment from the message. */
  revoke(threadId: string, uri: string): void {
    this.grants.revoke(threadId, ({ realPath }) => pathToFileURL(realPath).href === uri)
  }

  async removeThread(threadId: string): Promise<void> {
    await Promise.all([
      this.grants.removeThread(threadId),
      rm(join(this.folder, threadId), { recursive: true, force: true }),
    ])
  }
}

/**
 * Checks that an attached file is regular, readable, and not Parley's own. Throws a `HostError`. Rejects links that
 * lead out of the thread's `folders`: the person saw another name, and the agent may have created the link.
 */
async function checkGrantable(
  path: string,
  guard: GuardedFolders,
  { folders = [] }: { folders?: readonly string[] } = {},
): Promise<{ file: GrantedFile, size: number }> {
  const name = basename(path)
  try {
    const status = await stat(path)
    if (status.isDirectory()) {
      throw createUnsupportedError(
        `“${name}” is a folder. Attach the files that matter, or name the folder in your message.`,
      )
    }
    if (!status.isFile())
      throw createUnsupportedError(`“${name}” was not attached: it is no ordinary file.`)
    const location = await (await Workspace.open([], guard)).locate(path)
    if (location.kind === 'refused')
      throw createUnsupportedError(`“${name}” was not attached: it lies where no agent may read.`)
    const { realPath } = location
    if (escapesFolders(path, realPath, folders)) {
      throw createUnsupportedError(
        `“${name}” was not attached: it is a link that leads out of the thread’s folder. Attach the file itself.`,
      )
    }
    const { handle, status: { size } } = await openRegularFile(realPath, realPath)
    try {
      return { file: { realPath, ...await getFileIdentity(handle) }, size }
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    throw new HostError('unsupported', `“${name}” was not attached: ${explainUnreadable(error)}.`, { cause: error })
  }
}

function escapesFolders(path: string, realPath: string, folders: readonly string[]): boolean {
  const real = folders.map(tryRealPath)
  return [...folders, ...real].some(folder => isWithin(path, folder, process.platform))
    && !real.some(folder => isWithin(realPath, folder, process.platform))
}

function explainUnreadable(error: unknown): string {
  switch (getSystemCode(error)) {
    case 'ENOENT': return 'it is not there any more'
    case 'EACCES':
    case 'EPERM': return 'you may not read it'
    default: return 'it cannot be read'
  }
}

function createUnsupportedError(message: string): HostError {
  return new HostError('unsupported', message)
}
