import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../shared/errors'
import { isWithin } from '../../shared/paths'

/** What a program does at once comes as one notice. */
const quietMs = 100

/**
 * Tells which of some folders changed: entries that came, went or were written. Only a hint: what is missed is found by
 * looking. On Linux a tree is watched folder by folder.
 *
 * Not by `@parcel/watcher`: for 50,000 files it took seven times the processor time to begin, and does so again with
 * each change of what is left out; it saw nothing below a folder that was moved in, and aborted the process of its
 * worker.
 */
export class FolderWatches {
  readonly #onChange: () => void
  readonly #onEntry: ((path: string) => void) | undefined
  /** `undefined` for one that is not there. */
  readonly #watchers = new Map<string, FSWatcher | undefined>()
  readonly #changed = new Set<string>()
  /** Those that are watched with all below them. */
  readonly #trees = new Set<string>()
  /** Other folders may have their names now: the system continues watching the ones that had them. */
  readonly #moved = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isFull = false

  /** `onChange`: there is something to `take`. `onEntry`: this entry came, went or was written, reported at once. */
  constructor(onChange: () => void, onEntry?: (path: string) => void) {
    this.#onChange = onChange
    this.#onEntry = onEntry
  }

  /** The system refused to watch a folder. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Watches these folders, by their real paths, and no others. */
  set(folders: readonly string[]): void {
    const wanted = new Set(folders)
    for (const folder of [...this.#watchers.keys()].filter(folder => !wanted.has(folder)))
      this.leave(folder)
    wanted.forEach(folder => this.follow(folder))
  }

  /** Watches one more, by its real path; `isTree`: with all below it, where the system watches a tree as one. */
  follow(folder: string, { isTree = false } = {}): void {
    if (this.#watchers.get(folder) !== undefined)
      return
    this.#watchers.set(folder, undefined)
    if (isTree)
      this.#trees.add(folder)
    try {
      const watcher = watch(folder, { persistent: false, recursive: isTree }, (event, name) =>
        this.#heard(folder, event, name))
      watcher.on('error', () => this.#heard(folder, 'rename', basename(folder))) // Windows reports a deleted folder so
      this.#watchers.set(folder, watcher)
    }
    catch (error) {
      const code = systemCode(error)
      if (code === undefined)
        throw error
      this.#isFull ||= !['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code) // gone, or closed to this person
    }
  }

  leave(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    this.#trees.delete(folder)
    this.#moved.delete(folder)
  }

  /** Another folder has this one's name: it and those below it are watched again. */
  followAnew(folder: string): void {
    for (const path of [...this.#watchers.keys()].filter(path => isWithin(path, folder, process.platform))) {
      const isTree = this.#trees.has(path)
      this.leave(path)
      this.follow(path, { isTree })
      this.note(path)
    }
  }

  /** Something may have changed in that folder. */
  note(folder: string): void {
    this.#changed.add(folder)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#onChange()
    }, quietMs)
  }

  /** The folders in which something may have changed since the last call. */
  take(): string[] {
    for (const folder of [...this.#moved])
      this.followAnew(folder)
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.set([])
  }

  #heard(folder: string, event: string, name: string | null): void {
    const path = name === null ? folder : join(folder, name)
    this.note(name === null ? folder : dirname(path))
    this.#onEntry?.(path)
    // It was moved or deleted itself, which comes with its own name, or one of those in it was.
    const moved = event !== 'rename' ? [] : name === basename(folder) ? [path, folder] : [path]
    moved.filter(one => this.#watchers.has(one)).forEach(one => this.#moved.add(one))
  }
}
