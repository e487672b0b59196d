import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { quietGit, quietSettings } from '../../system/quietGit'
import { ownSystemProgram } from '../../system/systemProgram'
import { excludeFileOf } from '../../workspace/listing/ignoreFiles'
import { statsOf } from './readState'

/** Longer, and the look goes on without it. */
const timeoutMs = 1_000
/** So many bytes of names are no few files that slipped through the rules. */
const maxBytes = 4 * 1024 * 1024
const words = [...quietSettings, 'ls-files', '-ci', '--exclude-standard', '-z']

/** The files in a folder that git tracks although its rules ignore them, and the folders above these, which end with a slash. */
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

  /** Asks git, where it is there and its index moved since. */
  refresh(): void {
    const stamp = this.#indexStamp()
    if (stamp === this.#stamp)
      return
    this.#stamp = stamp
    this.#paths = stamp === '' ? new Set() : withFolders(this.#ask())
  }

  /** Empty without an index. */
  #indexStamp(): string {
    // Beside the exclude file's folder lies the index; that of a worktree moves elsewhere, and is asked for once.
    const excluded = excludeFileOf(this.#folder)
    if (excluded === undefined)
      return ''
    const stats = statsOf(join(excluded, '../../index'))
    return `${stats?.mtimeMs} ${stats?.size}`
  }

  #ask(): string[] {
    // Nobody is asked about this run: it must be the system's git, and none that an agent put into a folder on PATH.
    const git = ownSystemProgram('git', process.env)
    if (git === undefined)
      return []
    try {
      const env = { ...process.env, ...quietGit }
      const options = { cwd: this.#folder, env, timeout: timeoutMs, maxBuffer: maxBytes, stdio: ['ignore', 'pipe', 'ignore'] as const }
      return execFileSync(git, words, { ...options, stdio: [...options.stdio], encoding: 'utf8' }).split('\0').filter(Boolean)
    }
    catch (error) {
      if (systemCode(error) === undefined && !(error instanceof Error && 'status' in error))
        throw error
      return [] // no git, or a repository that it does not trust: then the rules alone say what is watched over
    }
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
