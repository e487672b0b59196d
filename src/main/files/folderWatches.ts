import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from '../../shared/errors'

/** What a program does at once comes as one notice. */
const quietMs = 150

/** Tells which of some folders changed: entries that came, went or were written. */
export class FolderWatches {
  #wanted: ReadonlySet<string> = new Set()
  /** With what tells each from a folder that takes its place: the system goes on watching the one that is gone. */
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher, readonly identity: string }>()
  readonly #onChange: (folders: string[]) => void
  readonly #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(onChange: (folders: string[]) => void) {
    this.#onChange = onChange
  }

  /** Watches these folders, by their real paths, and no others. */
  set(folders: readonly string[]): void {
    this.#wanted = new Set(folders)
    for (const folder of [...this.#watchers.keys()]) {
      if (!this.#wanted.has(folder))
        this.#close(folder)
    }
    for (const folder of this.#wanted)
      this.#watch(folder)
  }

  dispose(): void {
    this.set([])
    clearTimeout(this.#timer)
  }

  /** Answers whether it is watched only from now on. */
  #watch(folder: string): boolean {
    const identity = identityOf(folder)
    if (identity === this.#watchers.get(folder)?.identity)
      return false
    this.#close(folder)
    if (identity === undefined)
      return false
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#heard(folder))
      watcher.on('error', () => this.#heard(folder)) // it went away, which the next look shows
      this.#watchers.set(folder, { watcher, identity })
      return true
    }
    catch (error) {
      if (systemCode(error) === undefined)
        throw error
      return false // gone, or the system has no watches left: it is looked at again when the window comes to the front
    }
  }

  #close(folder: string): void {
    this.#watchers.get(folder)?.watcher.close()
    this.#watchers.delete(folder)
  }

  #heard(folder: string): void {
    this.#changed.add(folder)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const heard = new Set(this.#changed)
      this.#changed.clear()
      const replaced = [...this.#wanted].filter(folder => (heard.has(folder) || heard.has(dirname(folder))) && this.#watch(folder))
      this.#onChange([...new Set([...heard, ...replaced])])
    }, quietMs)
  }
}

function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = lstatSync(folder) // numbers alone are soon used again
    return [dev, ino, birthtimeMs].join(' ')
  }
  catch {
    return undefined // gone, or not to be looked at
  }
}
