import type { DiskKind } from './diskKind'
import type { KnownFolder } from './knownFolder'
import type { Candidate, Walk } from './walk'
import { FolderWatches } from '../../system/folderWatches'

/** On Linux, watching a whole tree would watch each file in it; other systems watch a tree as one. */
const isOneByOne = process.platform !== 'darwin' && process.platform !== 'win32'

/** Watches every known folder that may get new files or holds recorded ones. */
export class Watched {
  readonly #watches: FolderWatches
  #isFollowed = false

  constructor(onHeard: () => void) {
    this.#watches = new FolderWatches(onHeard)
  }

  /** The system refuses to watch more: folders have to be looked at unasked. */
  get isDeaf(): boolean {
    return this.#watches.isFull
  }

  /** The folders in which something may have changed since the last call, by their absolute paths. */
  take(): string[] {
    return this.#watches.take()
  }

  /**
   * Watches the folders that came with a walk, no longer those that went. `deferred`: what the next look has to find.
   */
  after(walk: Walk, disk: DiskKind, deferred: readonly Candidate[]): void {
    const { ground, newFolders, goneFolders, remadeFolders } = walk
    goneFolders.forEach(folder => this.#leave(folder))
    if (!this.#isFollowed)
      this.#follow(ground.root)
    // On some network drives inodes are others with each look.
    else if (!disk.isDeaf)
      remadeFolders.forEach(({ absolute }) => this.#watches.followAnew(absolute))
    // One more look finds what came into them before they were watched.
    for (const folder of this.#isFollowed ? newFolders : []) {
      this.#follow(folder)
      this.#watches.note(folder.absolute)
    }
    deferred.forEach(({ folder }) => this.#watches.note(folder.absolute))
    this.#isFollowed = true
  }

  /** After the next walk, all folders are watched anew. */
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

  #followOne({ path, absolute, takesNew, files }: KnownFolder): void {
    if (this.isDeaf || !(takesNew || files.size > 0) || !(isOneByOne || path === ''))
      return
    this.#watches.follow(absolute, { isTree: !isOneByOne })
    if (this.isDeaf)
      this.#watches.close()
  }

  #leave(folder: KnownFolder): void {
    this.#watches.leave(folder.absolute)
    folder.folders.forEach(below => this.#leave(below))
  }
}
