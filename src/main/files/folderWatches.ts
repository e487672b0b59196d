import { type FSWatcher, watch } from 'node:fs'
import { systemCode } from '../../shared/errors'

/** What a program does at once comes as one notice. */
const quietMs = 150

/** Tells which of some folders changed: entries that came, went or were written. */
export class FolderWatches {
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #onChange: (folders: string[]) => void
  readonly #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(onChange: (folders: string[]) => void) {
    this.#onChange = onChange
  }

  /** Watches these folders, by their real paths, and no others. */
  set(folders: readonly string[]): void {
    const wanted = new Set(folders)
    for (const [folder, watcher] of this.#watchers) {
      if (!wanted.has(folder)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
    }
    for (const folder of wanted) {
      if (!this.#watchers.has(folder))
        this.#watch(folder)
    }
  }

  dispose(): void {
    this.set([])
    clearTimeout(this.#timer)
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#heard(folder))
      watcher.on('error', () => this.#heard(folder)) // it went away, which the next look shows
      this.#watchers.set(folder, watcher)
    }
    catch (error) {
      if (systemCode(error) === undefined)
        throw error
      // Gone, or the system has no watches left: it is looked at again when the window comes to the front.
    }
  }

  #heard(folder: string): void {
    this.#changed.add(folder)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const folders = [...this.#changed]
      this.#changed.clear()
      this.#onChange(folders)
    }, quietMs)
  }
}
