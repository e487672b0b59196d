import type { KnownFolder } from './knownFolder'
import type { Walk } from './walk'
import { FolderWatch } from './folderWatch'

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

  /** Watches the folders that a walk found, and no longer those that it found gone. */
  after({ ground, newFolders, goneFolders }: Walk): void {
    goneFolders.forEach(folder => this.#leave(folder))
    if (!this.#isFollowed)
      this.#follow(ground.root)
    else
      newFolders.forEach(folder => this.#follow(folder))
    // One more look finds what came into them before they were watched.
    if (this.#isFollowed)
      newFolders.forEach(({ path }) => this.#watch.hear(path))
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

  #leave(folder: KnownFolder): void {
    this.#watch.leave(folder.path)
    folder.folders.forEach(below => this.#leave(below))
  }
}
