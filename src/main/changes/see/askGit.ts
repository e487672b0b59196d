import { execFileSync } from 'node:child_process'
import { systemCode } from '../../../shared/errors'
import { quietGit, quietSettings } from '../../system/quietGit'
import { ownSystemProgram } from '../../system/systemProgram'

/** If git takes longer, the look continues without its answer. */
const timeoutMs = 1_000
/** More names than this are not just a few files that slipped through the rules. */
const maxBytes = 4 * 1024 * 1024

/** What git says of a folder; `undefined` without git, or where it has nothing to say, as of a repository that it does not trust. */
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
