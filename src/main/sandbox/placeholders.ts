import type { Placeholder } from './gitFolder'
import { rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { getSystemCode } from '../../shared/errors'
import { safeParse } from '../../shared/text/safeParse'
import { readPlainJson, readPlainText } from '../system/readPlainFile'

/** If Parley cannot create a file, neither can a command, so no placeholder is needed. */
const notWritableCodes: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'])

const recordSchema = z.array(z.object({ path: z.string(), text: z.string() }))

/**
 * Placeholders of all running commands. Each is created for the first command that needs it, and removed after the
 * last. `record` is a file that lists them, so that the next start can remove leftovers of a crash.
 */
export class Placeholders {
  readonly #record: string
  readonly #users = new Map<string, number>()
  readonly #held = new Map<string, Placeholder>()

  constructor(record: string) {
    this.#record = record
  }

  /** Removes placeholders of a crashed run. Call it before creating any. */
  async sweep(): Promise<void> {
    const { data = [] } = safeParse(recordSchema, readPlainJson(this.#record))
    await Promise.all(data.filter(({ path }) => !this.#users.has(path)).map(remove))
    this.#writeRecord()
  }

  /** Creates missing placeholders. Returns a function that removes those that no other command needs. */
  async acquire(placeholders: readonly Placeholder[]): Promise<() => Promise<void>> {
    for (const placeholder of placeholders) {
      this.#users.set(placeholder.path, (this.#users.get(placeholder.path) ?? 0) + 1)
      this.#held.set(placeholder.path, placeholder)
    }
    const release = async (): Promise<void> => {
      await Promise.all(placeholders.map(placeholder => this.#release(placeholder)))
      this.#writeRecord()
    }
    try {
      this.#writeRecord()
      await Promise.all(placeholders.map(create))
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

  #writeRecord(): void {
    if (this.#held.size > 0)
      writeFileSync(this.#record, JSON.stringify([...this.#held.values()]), { mode: 0o600 })
    else
      rmSync(this.#record, { force: true })
  }
}

/** Keeps the file if the person has changed it meanwhile. */
async function remove({ path, text }: Placeholder): Promise<void> {
  if (readPlainText(path) === text)
    await rm(path, { force: true })
}

async function create({ path, text }: Placeholder): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  }
  catch (error) {
    const code = getSystemCode(error)
    if (code !== 'EEXIST' && !notWritableCodes.has(code))
      throw error
  }
}
