import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HostError } from '../../../shared/errors'

const longestName = 120

/**
 * Files that a person attached as links, because their agent takes no such content: kept under a path that the agent can be given, until
 * their thread is deleted.
 */
export class AttachedFiles {
  /** Nothing but attached files lies below it. */
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 }) // it must be there when workspaces are opened
  }

  /** Keeps a copy; answers with its address. */
  async keep(threadId: string, { name, data }: { name: string, data: Uint8Array }): Promise<string> {
    const folder = join(this.folder, threadId, randomUUID()) // two files may have the same name
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, fileName(name))
      await writeFile(path, data, { mode: 0o600, flag: 'wx' })
      return pathToFileURL(path).href
    }
    catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new HostError('storage', `"${name}" could not be kept for the agent. Is there room on the disk?`, { cause: error })
    }
  }

  async removeThread(threadId: string): Promise<void> {
    await rm(join(this.folder, threadId), { recursive: true, force: true })
  }
}

/** The person's name for it, as far as every file system takes it; its ending says what it is. */
function fileName(name: string): string {
  const plain = name.replaceAll(/[/\\:*?"<>|\p{C}]/gu, '_').slice(-longestName).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? 'attachment' : plain
}
