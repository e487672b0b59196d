import { join } from 'node:path'
import { excludeFileOf } from '../../workspace/listing/ignoreFiles'
import { askGit } from './askGit'
import { statsElsewhere } from './readState'

const words = ['ls-files', '-ci', '--exclude-standard', '-z']

/** The files in a folder that git tracks although its rules ignore them, and the folders above them, which end with a slash. */
export class TrackedFiles {
  readonly #folder: string
  #stamp = ''
  #paths: ReadonlySet<string> = new Set()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** As git said last. */
  get known(): ReadonlySet<string> {
    return this.#paths
  }

  /** Asks git again if its index or the rules have changed since; without git, nothing is tracked. */
  refresh({ isForced }: { isForced: boolean }): void {
    const stamp = this.#indexStamp()
    if (stamp === this.#stamp && !isForced)
      return
    this.#stamp = stamp
    this.#paths = stamp === '' ? new Set() : withFolders((askGit(this.#folder, words) ?? '').split('\0').filter(Boolean))
  }

  /** Empty without an index. */
  #indexStamp(): string {
    // The index lies beside the exclude file's folder; a worktree's lies elsewhere, so its files are asked for once.
    const excluded = excludeFileOf(this.#folder)
    if (excluded === undefined)
      return ''
    const stats = statsElsewhere(join(excluded, '../../index'))
    return `${stats?.mtimeMs} ${stats?.size}`
  }
}

function withFolders(paths: readonly string[]): Set<string> {
  const all = new Set(paths)
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      all.add(path.slice(0, end + 1))
  }
  return all
}
