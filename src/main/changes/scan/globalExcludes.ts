import { homedir } from 'node:os'
import { join } from 'node:path'
import { askGit } from '../../git/askGit'
import { findRepository, lstatUnguarded } from '../../git/repository'
import { readPlainText } from '../../system/readPlainFile'

/** The person's ignore rules for all repositories, from the file that `core.excludesFile` names. */
export class GlobalExcludes {
  readonly #folder: string
  #configStamp: string | undefined
  #path = ''
  #stamp = ''
  /** The file's content; `undefined` if there is none. */
  text: string | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Rereads the file if it or git's settings changed. Returns whether the content differs. */
  refresh(): boolean {
    const configs = listConfigPaths(this.#folder).map(getStamp).join('\n')
    if (configs !== this.#configStamp) {
      const configured = askGit(this.#folder, ['config', '--type=path', '--get', 'core.excludesFile'])
      this.#path = configured?.replace(/\n$/, '') || getDefaultPath()
    }
    this.#configStamp = configs
    const stamp = getStamp(this.#path)
    if (stamp === this.#stamp)
      return false
    this.#stamp = stamp
    this.text = readPlainText(this.#path)
    return true
  }
}

function listConfigPaths(folder: string): string[] {
  const repository = findRepository(folder)
  return [
    join(homedir(), '.gitconfig'),
    join(getConfigFolder(), 'config'),
    ...repository ? [join(repository.common, 'config'), join(repository.folder, 'config.worktree')] : [],
  ]
}

function getDefaultPath(): string {
  return join(getConfigFolder(), 'ignore')
}

function getConfigFolder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git')
}

function getStamp(path: string): string {
  const stats = lstatUnguarded(path)
  return `${path} ${stats?.mtimeMs} ${stats?.ctimeMs} ${stats?.size}`
}
