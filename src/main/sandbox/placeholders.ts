import type { Placeholder } from './gitFolder'
import { rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { systemCode } from '../../shared/errors'
import { safeParse } from '../../shared/text/safeParse'
import { readPlainJson, readPlainText } from '../system/readPlainFile'

/** Where no one can make a file, no placeholder is needed. */
const notWritable: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'])

const recorded = z.array(z.object({ path: z.string(), text: z.string() }))

/**
 * The placeholders of all commands that run now: each is made for the first that needs it, and removed after the last.
 * `record` is a file that names them meanwhile, so that the next start removes what a killed Parley left behind.
 */
export class Placeholders {
  readonly #record: string
  readonly #users = new Map<string, number>()
  readonly #held = new Map<string, Placeholder>()

  constructor(record: string) {
    this.#record = record
  }

  /** Removes those that an earlier Parley left behind. Call it before any is made. */
  async sweep(): Promise<void> {
    const { data = [] } = safeParse(recorded, readPlainJson(this.#record))
    await Promise.all(data.filter(({ path }) => !this.#users.has(path)).map(remove))
    this.#keepRecord()
  }

  /** Makes what is missing; gives a function that removes what no other command needs. */
  async hold(placeholders: readonly Placeholder[]): Promise<() => Promise<void>> {
    for (const placeholder of placeholders) {
      this.#users.set(placeholder.path, (this.#users.get(placeholder.path) ?? 0) + 1)
      this.#held.set(placeholder.path, placeholder)
    }
    const release = async (): Promise<void> => {
      await Promise.all(placeholders.map(placeholder => this.#release(placeholder)))
      this.#keepRecord()
    }
    try {
      this.#keepRecord()
      await Promise.all(placeholders.map(make))
    }
    catch (error) {
      await release()
      throw error
    }
    return release
  }

  async #release(placeholder: Placeholder): Promise<void> {
    const { path } = placeholder
    const users = (this.#users.get(path) ?? 1) - 1
    if (users > 0) {
      this.#users.set(path, users)
      return
    }
    this.#users.delete(path)
    await remove(placeholder)
    if (!this.#users.has(path))
      this.#held.delete(path)
  }

  #keepRecord(): void {
    if (this.#held.size > 0)
      writeFileSync(this.#record, JSON.stringify([...this.#held.values()]), { mode: 0o600 })
    else
      rmSync(this.#record, { force: true })
  }
}

/** The person may have written something else in the meantime. */
async function remove({ path, text }: Placeholder): Promise<void> {
  if (readPlainText(path) === text)
    await rm(path, { force: true })
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
