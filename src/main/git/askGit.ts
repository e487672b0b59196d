import { execFileSync } from 'node:child_process'
import { getSystemCode } from '../../shared/errors'
import { findSystemProgram } from '../system/systemProgram'

/**
 * Environment that keeps git from prompting, fetching and writing, whatever its settings. Git versions before 2024 may
 * not support GIT_NO_LAZY_FETCH, so the only allowed protocol is one that no URL can have.
 */
export const quietGit = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '/',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
}

/** Options before the subcommand that disable hooks and the file system monitor. */
export const quietSettings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'].flatMap(setting => ['-c', setting])

/** If git takes longer, callers continue without its answer. */
const timeoutMs = 1_000
/** Enough for the few names that callers expect. */
const maxBytes = 4 * 1024 * 1024

/** Runs git in a folder and returns its output. `undefined` if git fails, as in a repository that it does not trust. */
export function askGit(folder: string, args: readonly string[]): string | undefined {
  // Git runs without a permission request, so it must be the system's and not one in a PATH folder that the agent can
  // write.
  const git = findSystemProgram('git', process.env)
  if (git === undefined)
    return undefined
  try {
    const options = { cwd: folder, env: { ...process.env, ...quietGit }, timeout: timeoutMs, maxBuffer: maxBytes }
    return execFileSync(git, [
      ...quietSettings,
      ...args,
    ], { ...options, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
  }
  catch (error) {
    if (getSystemCode(error) === undefined && !(error instanceof Error && 'status' in error))
      throw error
    return undefined
  }
}
