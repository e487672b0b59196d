import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { lstat, readFile, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'

/** Records temporary files while they are written, so that the next start can remove leftovers of a crash. */
export class UnfinishedWrites {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** Records that `path` will be created. Call the returned function once the file is renamed or removed. */
  async begin(path: string): Promise<() => Promise<void>> {
    const record = join(this.#folder, basename(path))
    try {
      await writeFile(record, path, { flag: 'wx', mode: 0o600 })
    }
    catch {
      // Not worth failing the write: without a record, a file is left behind only if Parley crashes during the write.
      return () => Promise.resolve()
    }
    return () => unlink(record).catch(() => undefined) // the next start removes a leftover record
  }

  /** Removes temporary files that a previous run left behind. Call it before any write. */
  async sweep(): Promise<void> {
    const names = readdirSync(this.#folder).filter(isTemporaryName) // later records belong to current writes
    for (const name of names) {
      const record = join(this.#folder, name)
      const path = await readFile(record, 'utf8')
      // Only a regular file whose unpredictable name matches its record can be one of Parley's temporary files.
      if (basename(path) === name && await isPlainFile(path))
        await removeIfExists(path)
      await removeIfExists(record)
    }
  }
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    const status = await lstat(path)
    return status.isFile() && status.nlink === 1
  }
  catch {
    return false // the file was renamed before the crash, or its folder was removed
  }
}

async function removeIfExists(path: string): Promise<void> {
  try {
    await unlink(path)
  }
  catch (error) {
    if (getSystemCode(error) !== 'ENOENT')
      throw error
  }
}

/** Returns an unpredictable name, so that no other program can create the file first. */
export function createTemporaryName(): string {
  return `.${randomBytes(8).toString('hex')}.parley`
}

/** Whether `createTemporaryName` could have generated this name. */
export function isTemporaryName(name: string): boolean {
  return /^\.[0-9a-f]{16}\.parley$/.test(name)
}
