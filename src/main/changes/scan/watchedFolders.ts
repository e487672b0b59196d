import type { DiskKind } from './diskKind'
import type { KnownFolder } from './knownFolder'
import type { Candidate, Walk } from './walk'
import { FolderWatches } from '../../system/folderWatches'
import { EditorLocks } from './editorLock'

/** On Linux a recursive watch would watch each file; other systems watch a tree as one. */
const needsWatchPerFolder = process.platform !== 'darwin' && process.platform !== 'win32'

/** Watches all folders that may get new files or contain recorded ones. */
export class WatchedFolders {
  readonly #watches: FolderWatches
  readonly #locks = new EditorLocks()
  #isFollowed = false

  constructor(onReported: () => void) {
    this.#watches = new FolderWatches(onReported, path => this.#locks.note(path))
  }

  /** Whether an editor has the file open, or had it open a moment ago. */
  isInEditor(path: string): boolean {
    return this.#locks.isInEditor(path)
  }

  /** Whether folders have to be polled because the system refuses more watches. */
  get isPolling(): boolean {
    return this.#watches.isFull
  }

  /** Absolute paths of folders in which something may have changed since the last call. */
  take(): string[] {
    return this.#watches.take()
  }

  /** Watches a walk's new folders and stops watching removed ones. `deferred`: files for the next scan. */
  after(walk: Walk, disk: DiskKind, deferred: readonly Candidate[]): void {
    const { context, newFolders, removedFolders, replacedFolders } = walk
    removedFolders.forEach(folder => this.#leave(folder))
    if (!this.#isFollowed)
      this.#follow(context.root)
    // Some network drives report other inodes with each scan.
    else if (!disk.isPolling)
      replacedFolders.forEach(({ absolute }) => this.#watches.restart(absolute))
    // Scan them again, because they may have changed before they were watched.
    for (const folder of this.#isFollowed ? newFolders : []) {
      this.#follow(folder)
      this.#watches.note(folder.absolute)
    }
    for (const { file, folder } of deferred) {
      this.#watches.note(folder.absolute)
      this.#locks.remember(file.absolute)
    }
    this.#isFollowed = true
  }

  /** Makes the next walk watch all folders again. */
  forget(): void {
    this.#isFollowed = false
  }

  close(): void {
    this.#watches.close()
  }

  #follow(folder: KnownFolder): void {
    this.#followOne(folder)
    folder.folders.forEach(below => this.#follow(below))
  }

  #followOne({ path, absolute, acceptsNew, files }: KnownFolder): void {
    if (this.isPolling || !(acceptsNew || files.size > 0) || !(needsWatchPerFolder || path === ''))
      return
    this.#watches.follow(absolute, { isTree: !needsWatchPerFolder })
    if (this.isPolling)
      this.#watches.close()
  }

  #leave(folder: KnownFolder): void {
    this.#watches.leave(folder.absolute)
    folder.folders.forEach(below => this.#leave(below))
  }
}
