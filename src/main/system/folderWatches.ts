import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../shared/errors'
import { isWithin } from '../../shared/paths'

/** Changes within this time are reported together. */
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
  /** `undefined` for a missing folder. */
  readonly #watchers = new Map<string, FSWatcher | undefined>()
  readonly #changed = new Set<string>()
  /** Folders that are watched recursively. */
  readonly #trees = new Set<string>()
  /** Folders that may have been replaced, while the system still watches the old ones. */
  readonly #moved = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isFull = false

  /**
   * `onChange`: there is something to `take`. `onEntry`: called at once for an entry that was created, deleted or
   * written.
   */
  constructor(onChange: () => void, onEntry?: (path: string) => void) {
    this.#onChange = onChange
    this.#onEntry = onEntry
  }

  /** The system refused a watch. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Watches exactly these folders, by real path. */
  set(folders: readonly string[]): void {
    const wanted = new Set(folders)
    for (const folder of [...this.#watchers.keys()].filter(folder => !wanted.has(folder)))
      this.leave(folder)
    wanted.forEach(folder => this.follow(folder))
  }

  /** Watches another folder, by real path. `isTree`: recursively, where the system supports it. */
  follow(folder: string, { isTree = false } = {}): void {
    if (this.#watchers.get(folder) !== undefined)
      return
    this.#watchers.set(folder, undefined)
    if (isTree)
      this.#trees.add(folder)
    try {
      const watcher = watch(folder, { persistent: false, recursive: isTree }, (event, name) =>
        this.#heard(folder, event, name))
      watcher.on('error', () => this.#heard(folder, 'rename', basename(folder))) // how Windows reports a deleted folder
      this.#watchers.set(folder, watcher)
    }
    catch (error) {
      const code = systemCode(error)
      if (code === undefined)
        throw error
      this.#isFull ||= !['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code) // missing or inaccessible
    }
  }

  leave(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    this.#trees.delete(folder)
    this.#moved.delete(folder)
  }

  /** Watches a replaced folder and its descendants anew. */
  followAnew(folder: string): void {
    for (const path of [...this.#watchers.keys()].filter(path => isWithin(path, folder, process.platform))) {
      const isTree = this.#trees.has(path)
      this.leave(path)
      this.follow(path, { isTree })
      this.note(path)
    }
  }

  /** Notes that something may have changed in that folder. */
  note(folder: string): void {
    this.#changed.add(folder)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#onChange()
    }, quietMs)
  }

  /** Folders in which something may have changed since the last call. */
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
    // The folder itself was moved or deleted, reported by its own name, or one in it was.
    const moved = event !== 'rename' ? [] : name === basename(folder) ? [path, folder] : [path]
    moved.filter(one => this.#watchers.has(one)).forEach(one => this.#moved.add(one))
  }
}
