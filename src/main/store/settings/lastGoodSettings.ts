import type { Settings } from '../../../shared/settings/settings'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../../../shared/errors'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { targetOf } from './editSettings'
import { parseSettings } from './parseSettings'

/** A copy of the last `settings.json` that could be read as a whole, beside it: in force while the file itself cannot be read. */
export class LastGoodSettings {
  readonly #path: string
  readonly #faultyPath: string
  #text: string | undefined

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'settings.last-good.json')
    this.#faultyPath = join(dataFolder, 'settings.faulty.json')
  }

  /** An empty file is no loss to guard against, nor worth going back to. */
  keep(text: string): void {
    if (text.trim() === '' || text === this.#read())
      return
    this.#text = text
    try {
      replaceFileText(this.#path, text)
    }
    catch {
      // The storage reports a full or unwritable disk; until the end of this run the copy in memory is enough.
    }
  }

  read(): Settings | undefined {
    const text = this.#read()
    const settings = text === undefined ? undefined : parseSettings(text)
    return settings && isWhole(settings) ? settings : undefined
  }

  /** Puts it in the place of `settings.json`, which is kept as `settings.faulty.json`. */
  restore(path: string): void {
    const text = this.#read()
    if (text === undefined)
      throw new HostError('not_found', 'There is no last good settings.json to restore.')
    const target = targetOf(path)
    rmSync(this.#faultyPath, { force: true })
    copyFileSync(target, this.#faultyPath)
    chmodSync(this.#faultyPath, 0o600)
    replaceFileText(target, text)
  }

  #read(): string | undefined {
    try {
      return this.#text ??= readPlainFile(this.#path)
    }
    catch {
      return undefined // none yet, or not one that Parley wrote: the next good file replaces it
    }
  }
}

/** Whether the file was read from its beginning to its end: faults with a key are those of one entry. */
export function isWhole({ faults }: Settings): boolean {
  return faults.every(({ key }) => key !== undefined)
}
