import type { DiskKind } from './diskKind'
import type { Candidate, Walk } from './walk'
import { FolderWatch } from './folderWatch'
import { knownAt, type KnownFolder } from './knownFolder'

/** Watches every known folder that may get new files or holds recorded ones. */
export class Watched {
  readonly #watch: FolderWatch
  #isFollowed = false

  constructor(onHeard: () => void) {
    this.#watch = new FolderWatch(onHeard)
  }

  get isDeaf(): boolean {
    return this.#watch.isDeaf
  }

  /** The folders in which changes were reported since the last call. */
  take(): ReadonlySet<string> {
    return this.#watch.take()
  }

  /** Watches the folders that came with a walk, and no longer those that went. `left`: what the next look has to find. */
  after({ ground, newFolders, goneFolders, remadeFolders }: Walk, disk: DiskKind, left: readonly Candidate[]): void {
    goneFolders.forEach(folder => this.#leave(folder))
    // On some network drives inodes are others with each look.
    const remade = disk.isDeaf ? [] : [...remadeFolders].map(({ path }) => path)
    new Set([...this.#watch.lost, ...remade]).forEach(path => this.#followAnew(ground.root, path))
    if (!this.#isFollowed)
      this.#follow(ground.root)
    else
      newFolders.forEach(folder => this.#follow(folder))
    // One more look finds what came into them before they were watched.
    if (this.#isFollowed)
      newFolders.forEach(({ path }) => this.#watch.hear(path))
    left.forEach(({ folder }) => this.#watch.hear(folder.path))
    this.#isFollowed = true
  }

  /** After the next walk, all folders are watched anew. */
  forget(): void {
    this.#isFollowed = false
  }

  close(): void {
    this.#watch.close()
  }

  #follow(folder: KnownFolder): void {
    if (folder.takesNew || folder.files.size > 0)
      this.#watch.follow(folder)
    folder.folders.forEach(below => this.#follow(below))
  }

  /** A watch stays with the folder that it was set on, whatever has its name by now. */
  #followAnew(root: KnownFolder, path: string): void {
    this.#watch.leave(path)
    const folder = knownAt(root, path)
    if (!folder)
      return
    this.#follow(folder)
    this.#watch.hear(path)
  }

  #leave(folder: KnownFolder): void {
    this.#watch.leave(folder.path)
    folder.folders.forEach(below => this.#leave(below))
  }
}
