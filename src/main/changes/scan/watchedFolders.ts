import type { DiskKind } from './diskKind'
import type { KnownFolder } from './knownFolder'
import type { Candidate, Walk } from './walk'
import { FolderWatches } from '../../system/folderWatches'
import { EditorLocks } from './editorLock'

/** On Linux, watching a whole tree would watch each file in it; other systems watch a tree as one. */
const isOneByOne = process.platform !== 'darwin' && process.platform !== 'win32'

/** Watches every known folder that may get new files or holds recorded ones. */
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

  /** The system refuses to watch more: folders have to be looked at unasked. */
  get isPolling(): boolean {
    return this.#watches.isFull
  }

  /** The folders in which something may have changed since the last call, by their absolute paths. */
  take(): string[] {
    return this.#watches.take()
  }

  /**
   * Watches the folders that came with a walk, no longer those that went. `deferred`: what the next scan has to find.
   */
  after(walk: Walk, disk: DiskKind, deferred: readonly Candidate[]): void {
    const { context, newFolders, removedFolders, replacedFolders } = walk
    removedFolders.forEach(folder => this.#leave(folder))
    if (!this.#isFollowed)
      this.#follow(context.root)
    // On some network drives inodes are others with each scan.
    else if (!disk.isPolling)
      replacedFolders.forEach(({ absolute }) => this.#watches.followAnew(absolute))
    // One more scan finds what came into them before they were watched.
    for (const folder of this.#isFollowed ? newFolders : []) {
      this.#follow(folder)
      this.#watches.note(folder.absolute)
    }
    deferred.forEach(({ folder }) => this.#watches.note(folder.absolute))
    this.#isFollowed = true
  }

  /** After the next walk, all folders are watched again. */
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
    if (this.isPolling || !(acceptsNew || files.size > 0) || !(isOneByOne || path === ''))
      return
    this.#watches.follow(absolute, { isTree: !isOneByOne })
    if (this.isPolling)
      this.#watches.close()
  }

  #leave(folder: KnownFolder): void {
    this.#watches.leave(folder.absolute)
    folder.folders.forEach(below => this.#leave(below))
  }
}
