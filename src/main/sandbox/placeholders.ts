import type { Placeholder } from './gitFolder'
import { rm, writeFile } from 'node:fs/promises'
import { systemCode } from '../../shared/errors'
import { plainTextOf } from '../system/readPlainFile'

/** Where nobody can make a file, no placeholder is needed. */
const notWritable: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'])

/** The placeholders of all commands that run now: each is made for the first that needs it, and removed after the last. */
export class Placeholders {
  readonly #users = new Map<string, number>()

  /** Makes what is missing; gives a function that removes what no other command needs. */
  async hold(placeholders: readonly Placeholder[]): Promise<() => Promise<void>> {
    for (const { path } of placeholders)
      this.#users.set(path, (this.#users.get(path) ?? 0) + 1)
    const release = async (): Promise<void> => {
      await Promise.all(placeholders.map(placeholder => this.#release(placeholder)))
    }
    try {
      await Promise.all(placeholders.map(make))
    }
    catch (error) {
      await release()
      throw error
    }
    return release
  }

  async #release({ path, text }: Placeholder): Promise<void> {
    const users = (this.#users.get(path) ?? 1) - 1
    if (users > 0) {
      this.#users.set(path, users)
      return
    }
    this.#users.delete(path)
    // The person may have written something else in the meantime.
    if (plainTextOf(path) === text)
      await rm(path, { force: true })
  }
}

async function make({ path, text }: Placeholder): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  }
  catch (error) {
    const code = systemCode(error)
    if (code !== 'EEXIST' && !notWritable.has(code))
      throw error
  }
}
