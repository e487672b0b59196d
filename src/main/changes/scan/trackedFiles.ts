import { join } from 'node:path'
import { askGit } from '../../git/askGit'
import { findRepository, lstatUnguarded } from '../../git/repository'

const words = ['ls-files', '-ci', '--exclude-standard', '-z']

/** Files that git tracks although they are ignored, and their parent folders, with a trailing slash. */
export class TrackedFiles {
  readonly #folder: string
  #stamp = ''
  #paths: ReadonlySet<string> = new Set()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The last output of git. */
  get known(): ReadonlySet<string> {
    return this.#paths
  }

  /** Runs git again if its index or the rules have changed. Returns whether the result differs. */
  refresh({ isForced }: { isForced: boolean }): boolean {
    const stamp = this.#indexStamp()
    if (stamp === this.#stamp && !isForced)
      return false
    this.#stamp = stamp
    const before = this.#paths
    this.#paths = stamp === '' ? new Set() : addParentFolders((askGit(this.#folder, words) ?? '').split('\0').filter(Boolean))
    return before.size !== this.#paths.size || [...before].some(path => !this.#paths.has(path))
  }

  /** Stamp of git's index; empty if there is none. */
  #indexStamp(): string {
    const repository = findRepository(this.#folder)
    const stats = repository && lstatUnguarded(join(repository.folder, 'index'))
    return stats ? `${stats.mtimeMs} ${stats.size}` : ''
  }
}

function addParentFolders(paths: readonly string[]): Set<string> {
  const all = new Set(paths)
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      all.add(path.slice(0, end + 1))
  }
  return all
}
