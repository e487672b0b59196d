import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { lstat, readFile, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { systemCode } from '../../../shared/errors'

/**
 * Records each temporary file while it is written, so that the next start can remove those that a killed Parley left
 * behind.
 */
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
      // Without a record, only a crash at this very moment leaves a file behind: no reason to refuse the write.
      return () => Promise.resolve()
    }
    return () => unlink(record).catch(() => undefined) // a leftover record is harmless: the next start removes it
  }

  /** Removes the temporary files that an earlier Parley left behind. Call it before anything is written. */
  async sweep(): Promise<void> {
    const names = readdirSync(this.#folder).filter(isTemporaryName) // read synchronously: later records belong to current writes
    for (const name of names) {
      const record = join(this.#folder, name)
      const path = await readFile(record, 'utf8')
      // Only a plain file whose unpredictable name matches its record can be one of Parley's temporary files.
      if (basename(path) === name && await isPlainFile(path))
        await removeIfThere(path)
      await removeIfThere(record)
    }
  }
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    const status = await lstat(path)
    return status.isFile() && status.nlink === 1
  }
  catch {
    return false // the file was renamed before the crash, or its folder is gone
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  }
  catch (error) {
    if (systemCode(error) !== 'ENOENT')
      throw error
  }
}

/** An unpredictable name, so that no other program can create the file first. */
export function temporaryName(): string {
  return `.${randomBytes(8).toString('hex')}.parley`
}

/** Whether `temporaryName` could have made this name. */
export function isTemporaryName(name: string): boolean {
  return /^\.[0-9a-f]{16}\.parley$/.test(name)
}
