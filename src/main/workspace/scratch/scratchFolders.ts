import { randomBytes } from 'node:crypto'
import { type BigIntStats, mkdirSync, realpathSync } from 'node:fs'
import { opendir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HostError, systemCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { createPin, isPinned, type ScratchPin, thereAt } from './scratchPin'

/** More than a person can picture; a count must not take minutes. */
const maxCounted = 10_000

/** A scratch folder that is lent to a thread. */
export interface LentFolder {
  readonly folder: string
  readonly scratch: ScratchPin
}

const lentName = /^scratch-[0-9a-f]{24}$/
const removedPrefix = 'removed-'

/**
 * Folders for threads that were started without one, each lent to its thread alone. They lie in Parley's data folder,
 * which is closed to agents. A name is random and given to one thread only, so that nothing remembered about a path
 * ever meets another thread.
 */
export class ScratchFolders {
  /** Where they lie, links followed. */
  readonly root: string
  /** Made since the start: their threads may not be stored yet. */
  readonly #made = new Set<string>()

  constructor(dataFolder: string) {
    this.root = join(realpathSync(dataFolder), 'scratch')
  }

  /** Makes one. */
  lend(): LentFolder {
    return this.#make(`scratch-${randomBytes(12).toString('hex')}`)
  }

  /** Whether `path` is one of them, or where they lie. */
  has(path: string): boolean {
    return isWithin(path, this.root, process.platform)
  }

  folderPath({ name }: ScratchPin): string {
    if (!lentName.test(name))
      throw new Error(`"${name}" is no name of a scratch folder`)
    return join(this.root, name)
  }

  /**
   * Makes sure that the folder is the one that was lent. One that is gone is made again, empty; anything else in its
   * place is refused. Throws `folder_not_found`.
   */
  open(pin: ScratchPin): { readonly scratch: ScratchPin, readonly isNew: boolean } {
    const folder = this.folderPath(pin)
    const parent = this.#parent()
    const there = thereAt(folder)
    if (!there)
      return { scratch: this.#make(pin.name).scratch, isNew: true }
    if (!isPinned(there, parent, pin)) {
      throw new HostError(
        'folder_not_found',
        `This thread's scratch folder was replaced by something else, at "${folder}". Move that away to go on with an empty one.`,
      )
    }
    return { scratch: createPin(pin.name, there, parent), isNew: false }
  }

  /**
   * How many files go with the thread; `undefined` where its folder is gone or was replaced, so that nothing would be
   * deleted.
   */
  async count(pin: ScratchPin): Promise<FileCount | undefined> {
    return this.#isThere(pin) ? countFiles(this.folderPath(pin)) : undefined
  }

  /**
   * Takes the folder out of reach under another name; the function that is returned deletes it. Links in it are
   * deleted, never followed. What has replaced the folder stays.
   */
  async setAside(pin: ScratchPin): Promise<() => Promise<void>> {
    if (!this.#isThere(pin))
      return async () => undefined
    const aside = join(this.root, `${removedPrefix}${randomBytes(12).toString('hex')}`)
    await rename(this.folderPath(pin), aside)
    return () => rm(aside, { recursive: true, force: true })
  }

  /**
   * Deletes what a Parley that was killed left behind: folders that were set aside, and empty ones that no thread has.
   */
  async sweep(lent: ReadonlySet<string>): Promise<void> {
    const parent = thereAt(this.root)
    if (!parent?.isDirectory())
      return
    for (const name of await readdir(this.root)) {
      if (name.startsWith(removedPrefix))
        await rm(join(this.root, name), { recursive: true, force: true })
      else if (lentName.test(name) && !lent.has(name) && !this.#made.has(name))
        await rmdir(join(this.root, name)).catch(() => undefined) // it holds something: that is not ours to delete
    }
  }

  #make(name: string): LentFolder {
    const parent = this.#parent()
    const folder = join(this.root, name)
    this.#made.add(name)
    try {
      mkdirSync(folder, { mode: 0o700 })
    }
    catch (error) {
      throw new HostError('storage', `A scratch folder could not be made in "${this.root}". Is there room on the disk?`, { cause: error })
    }
    return { folder, scratch: createPin(name, thereAt(folder)!, parent) }
  }

  #isThere(pin: ScratchPin): boolean {
    const [parent, there] = [thereAt(this.root), thereAt(this.folderPath(pin))]
    return parent?.isDirectory() === true && there !== undefined && isPinned(there, parent, pin)
  }

  #parent(): BigIntStats {
    try {
      mkdirSync(this.root, { mode: 0o700 })
    }
    catch (error) {
      if (systemCode(error) !== 'EEXIST')
        throw new HostError('storage', `"${this.root}" could not be made. Is there room on the disk?`, { cause: error })
    }
    const parent = thereAt(this.root)
    if (!parent?.isDirectory()) // a link would lead every scratch folder somewhere else
      throw new HostError('storage', `Scratch folders belong in "${this.root}", and something else is there. Move it away.`)
    return parent
  }
}

/** How many files a folder holds, links among them. */
interface FileCount {
  readonly files: number
  /** There are more. */
  readonly isCut: boolean
}

/** Counts the files below a folder, without following links. A folder that cannot be read counts as a file. */
async function countFiles(folder: string): Promise<FileCount> {
  const folders = [folder]
  let [files, seen] = [0, 0]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        if (++seen > maxCounted)
          return { files, isCut: true }
        if (entry.isDirectory())
          folders.push(join(next, entry.name))
        else
          files += 1
      }
    }
    catch {
      files += 1 // whatever is in it goes too
    }
  }
  return { files, isCut: false }
}
