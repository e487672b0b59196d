import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../shared/errors'
import { isWithin } from '../../shared/paths'

/** Batches the changes of one operation into a single notification. */
const batchMs = 100

/**
 * Watches folders for entries that are created, removed or written. Only a hint: scans find changes that it misses. On
 * Linux, a tree is watched folder by folder.
 *
 * Does not use `@parcel/watcher`: for 50,000 files it took seven times the CPU time to start, and again after each
 * change of the exclusions. It missed changes below a folder that was moved in, and crashed the worker's process.
 */
export class FolderWatches {
  readonly #onChange: () => void
  readonly #onEntry: ((path: string) => void) | undefined
  /** `undefined` for a missing folder. */
  readonly #watchers = new Map<string, FSWatcher | undefined>()
  readonly #changed = new Set<string>()
  /** Folders that are watched recursively. */
  readonly #trees = new Set<string>()
  /** Folders whose paths may now refer to other folders. The system still watches the moved ones. */
  readonly #moved = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isFull = false

  /** `onChange` is called when `take` has results; `onEntry` immediately for each changed entry. */
  constructor(onChange: () => void, onEntry?: (path: string) => void) {
    this.#onChange = onChange
    this.#onEntry = onEntry
  }

  /** Whether the system's limit on watches has been reached. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Watches exactly these folders. Takes real paths. */
  set(folders: readonly string[]): void {
    const wanted = new Set(folders)
    for (const folder of [...this.#watchers.keys()].filter(folder => !wanted.has(folder)))
      this.leave(folder)
    wanted.forEach(folder => this.follow(folder))
  }

  /** Watches another folder by its real path. With `isTree`, watches recursively, on systems that support it. */
  follow(folder: string, { isTree = false } = {}): void {
    if (this.#watchers.get(folder) !== undefined)
      return
    this.#watchers.set(folder, undefined)
    if (isTree)
      this.#trees.add(folder)
    try {
      const watcher = watch(folder, { persistent: false, recursive: isTree }, (event, name) =>
        this.#onEvent(folder, event, name))
      watcher.on('error', () => this.#onEvent(folder, 'rename', basename(folder))) // how Windows reports a deleted folder
      this.#watchers.set(folder, watcher)
    }
    catch (error) {
      const code = getSystemCode(error)
      if (code === undefined)
        throw error
      this.#isFull ||= !['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code) // missing or inaccessible folders do not count
    }
  }

  leave(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    this.#trees.delete(folder)
    this.#moved.delete(folder)
  }

  /** Restarts the watches of a folder and its descendants after another folder has taken its path. */
  restart(folder: string): void {
    for (const path of [...this.#watchers.keys()].filter(path => isWithin(path, folder, process.platform))) {
      const isTree = this.#trees.has(path)
      this.leave(path)
      this.follow(path, { isTree })
      this.note(path)
    }
  }

  /** Marks a folder as possibly changed. */
  note(folder: string): void {
    this.#changed.add(folder)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#onChange()
    }, batchMs)
  }

  /** Returns and clears the folders that may have changed. */
  take(): string[] {
    for (const folder of [...this.#moved])
      this.restart(folder)
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.set([])
  }

  #onEvent(folder: string, event: string, name: string | null): void {
    const path = name === null ? folder : join(folder, name)
    this.note(name === null ? folder : dirname(path))
    this.#onEntry?.(path)
    // If the event has the folder's own name, the folder itself was moved or deleted; otherwise one of its entries.
    const moved = event !== 'rename' ? [] : name === basename(folder) ? [path, folder] : [path]
    moved.filter(one => this.#watchers.has(one)).forEach(one => this.#moved.add(one))
  }
}
