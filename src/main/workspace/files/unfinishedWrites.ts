import { mkdirSync, readdirSync } from 'node:fs'
import { lstat, readFile, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { isTemporaryName } from './temporaryName'

/** Keeps a note of each file that is being written beside the one it will replace, so that a killed Parley leaves none of them for long. */
export class UnfinishedWrites {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** Notes that `path` is about to be made. Returns what ends the note, once the file is renamed or gone. */
  async begin(path: string): Promise<() => Promise<void>> {
    const note = join(this.#folder, basename(path))
    try {
      await writeFile(note, path, { flag: 'wx', mode: 0o600 })
    }
    catch {
      // Without a note only a crash in just this moment leaves a file behind: no reason to refuse the write.
      return () => Promise.resolve()
    }
    return () => unlink(note).catch(() => undefined) // a note of nothing: the next start removes it
  }

  /** Removes what an earlier Parley could not finish. Call it before anything is written. */
  async sweep(): Promise<void> {
    const notes = readdirSync(this.#folder).filter(isTemporaryName) // at once: what is noted from now on is being written
    for (const name of notes) {
      const note = join(this.#folder, name)
      const path = await readFile(note, 'utf8')
      // Only what has the very name of the note, which nobody else can have guessed, and is a file of its own.
      if (basename(path) === name && await isPlainFile(path))
        await gone(path)
      await gone(note)
    }
  }
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    const status = await lstat(path)
    return status.isFile() && status.nlink === 1
  }
  catch {
    return false // it was renamed in time, or its folder is gone
  }
}

async function gone(path: string): Promise<void> {
  try {
    await unlink(path)
  }
  catch (error) {
    if (systemCode(error) !== 'ENOENT')
      throw error
  }
}
