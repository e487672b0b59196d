import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HostError } from '../../../shared/errors'
import { safeFileName } from '../../../shared/files/fileNames'
import { identityOf } from '../../workspace/files/openFile'
import { lendableFile } from './lendableFile'
import { LentFiles } from './lentFiles'

/** Files that a person attached to messages: where they lie, or as copies where that is not known, each lent to its thread alone. */
export class AttachedFiles {
  /** Nothing but copies of attached files lies below it, in a folder for each thread. */
  readonly folder: string
  readonly lent: LentFiles
  readonly #dataFolder: string

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
    this.folder = join(dataFolder, 'attachments')
    this.lent = new LentFiles(join(dataFolder, 'lent'))
    mkdirSync(this.folder, { recursive: true, mode: 0o700 }) // it must be there when workspaces are opened
  }

  /** Keeps a copy until the thread is deleted; answers with its address. */
  async keep(threadId: string, { name, data }: { name: string, data: Uint8Array }): Promise<string> {
    const folder = join(this.folder, threadId, randomUUID()) // two files may have the same name
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, safeFileName(name, 'attachment'))
      const handle = await open(path, 'wx', 0o600)
      try {
        await handle.writeFile(data)
        const realPath = await realpath(path)
        this.lent.lend(threadId, { realPath, ...await identityOf(handle) })
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

  /** Lets the thread's agent read a file where it lies. `folders`: the thread's own. */
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

  /** The person removed it from their message. */
  takeBack(threadId: string, uri: string): void {
    this.lent.takeBack(threadId, ({ realPath }) => pathToFileURL(realPath).href === uri)
  }

  async removeThread(threadId: string): Promise<void> {
    await Promise.all([this.lent.removeThread(threadId), rm(join(this.folder, threadId), { recursive: true, force: true })])
  }
}
