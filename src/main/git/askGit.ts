import { execFileSync } from 'node:child_process'
import { systemCode } from '../../shared/errors'
import { ownSystemProgram } from '../system/systemProgram'

/**
 * With these variables git asks no one, fetches nothing and writes nothing, whatever the settings say. Some git of
 * before 2024 knows nothing of lazy fetching: the only protocol that is allowed is one that no address can name, so
 * that it starts no program for one.
 */
export const quietGit = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '/',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
}

/** Words that come before the subcommand: neither hooks nor a monitor of files run. */
export const quietSettings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'].flatMap(setting => ['-c', setting])

/** If git takes longer, the look continues without its answer. */
const timeoutMs = 1_000
/** More names than this are not just a few files that slipped through the rules. */
const maxBytes = 4 * 1024 * 1024

/** What git says of a folder; `undefined` where it has nothing to say, as of a repository that it does not trust. */
export function askGit(folder: string, words: readonly string[]): string | undefined {
  // It runs without a question, so it must be the system's git, not one that an agent put into a folder on PATH.
  const git = ownSystemProgram('git', process.env)
  if (git === undefined)
    return undefined
  try {
    const options = { cwd: folder, env: { ...process.env, ...quietGit }, timeout: timeoutMs, maxBuffer: maxBytes }
    return execFileSync(git, [...quietSettings, ...words], { ...options, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
  }
  catch (error) {
    if (systemCode(error) === undefined && !(error instanceof Error && 'status' in error))
      throw error
    return undefined
  }
}
