import { randomBytes } from 'node:crypto'
import { type BigIntStats, mkdirSync, realpathSync } from 'node:fs'
import { opendir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getSystemCode, HostError } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { createPin, isPinned, type ScratchPin, statWithoutFollowing } from './scratchPin'

/** Limits the duration of a count. The exact number is of no interest to the person. */
const maxCounted = 10_000

/** A thread's scratch folder. */
export interface ScratchFolder {
  readonly folder: string
  readonly scratch: ScratchPin
}

const scratchName = /^scratch-[0-9a-f]{24}$/
const removedPrefix = 'removed-'

/**
 * Folders for threads that were started without one. They are in Parley's data folder, which is otherwise closed to
 * agents. Names are random and never reused, so that anything remembered about a path cannot apply to another thread.
 */
export class ScratchFolders {
  /** The real path of their parent. */
  readonly root: string
  /** Folders created since the start, whose threads may not be stored yet. */
  readonly #created = new Set<string>()

  constructor(dataFolder: string) {
    this.root = join(realpathSync(dataFolder), 'scratch')
  }

  /** Creates a scratch folder. */
  create(): ScratchFolder {
    return this.#createFolder(`scratch-${randomBytes(12).toString('hex')}`)
  }

  /** Whether `path` is the parent folder or below it. */
  has(path: string): boolean {
    return isWithin(path, this.root, process.platform)
  }

  folderPath({ name }: ScratchPin): string {
    if (!scratchName.test(name))
      throw new Error(`"${name}" is not the name of a scratch folder`)
    return join(this.root, name)
  }

  /**
   * Verifies that the folder is still the pinned one. Recreates a missing folder, empty. Throws `folder_not_found` if
   * something else is in its place.
   */
  open(pin: ScratchPin): { readonly scratch: ScratchPin, readonly isNew: boolean } {
    const folder = this.folderPath(pin)
    const parent = this.#parent()
    const there = statWithoutFollowing(folder)
    if (!there)
      return { scratch: this.#createFolder(pin.name).scratch, isNew: true }
    if (!isPinned(there, parent, pin)) {
      throw new HostError(
        'folder_not_found',
        `This thread's scratch folder was replaced by something else, at "${folder}". Move that away to go on with an empty one.`,
      )
    }
    return { scratch: createPin(pin.name, there, parent), isNew: false }
  }

  /** Counts the files that are deleted with the thread; `undefined` if the folder is missing or has been replaced. */
  async count(pin: ScratchPin): Promise<FileCount | undefined> {
    return this.#isPresent(pin) ? countFiles(this.folderPath(pin)) : undefined
  }

  /**
   * Renames the folder to make it unreachable, and returns a function that deletes it. Does not follow links. Leaves a
   * folder alone that has replaced it.
   */
  async setAside(pin: ScratchPin): Promise<() => Promise<void>> {
    if (!this.#isPresent(pin))
      return async () => undefined
    const aside = join(this.root, `${removedPrefix}${randomBytes(12).toString('hex')}`)
    await rename(this.folderPath(pin), aside)
    return () => rm(aside, { recursive: true, force: true })
  }

  /** Deletes leftovers of a crash: folders that were set aside, and empty folders without a thread. */
  async sweep(lent: ReadonlySet<string>): Promise<void> {
    const parent = statWithoutFollowing(this.root)
    if (!parent?.isDirectory())
      return
    for (const name of await readdir(this.root)) {
      if (name.startsWith(removedPrefix))
        await rm(join(this.root, name), { recursive: true, force: true })
      else if (scratchName.test(name) && !lent.has(name) && !this.#created.has(name))
        await rmdir(join(this.root, name)).catch(() => undefined) // not empty, so keep it
    }
  }

  #createFolder(name: string): ScratchFolder {
    const parent = this.#parent()
    const folder = join(this.root, name)
    this.#created.add(name)
    try {
      mkdirSync(folder, { mode: 0o700 })
    }
    catch (error) {
      throw new HostError('storage', `Couldn’t create a scratch folder in "${this.root}". Is there room on the disk?`, { cause: error })
    }
    return { folder, scratch: createPin(name, statWithoutFollowing(folder)!, parent) }
  }

  #isPresent(pin: ScratchPin): boolean {
    const [parent, there] = [statWithoutFollowing(this.root), statWithoutFollowing(this.folderPath(pin))]
    return parent?.isDirectory() === true && there !== undefined && isPinned(there, parent, pin)
  }

  #parent(): BigIntStats {
    try {
      mkdirSync(this.root, { mode: 0o700 })
    }
    catch (error) {
      if (getSystemCode(error) !== 'EEXIST')
        throw new HostError('storage', `Couldn’t create "${this.root}". Is there room on the disk?`, { cause: error })
    }
    const parent = statWithoutFollowing(this.root)
    if (!parent?.isDirectory()) { // a link would redirect every scratch folder
      throw new HostError(
        'storage',
        `Scratch folders belong in "${this.root}", but something else is there. Move it away.`,
      )
    }
    return parent
  }
}

/** Number of files in a folder, including links. */
interface FileCount {
  readonly files: number
  /** The limit was reached. */
  readonly isCut: boolean
}

/** Counts the files below a folder, without following links. An unreadable folder counts as a file. */
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
      files += 1 // unreadable, but deleted as well
    }
  }
  return { files, isCut: false }
}
