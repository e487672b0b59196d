import { execFile } from 'node:child_process'
import { quietGit, quietSettings } from '../../../system/quietGit'

/** Longer answers are about more than is looked through, and slower ones come too late to be of use. */
const limits = { maxBuffer: 4 * 1024 * 1024, timeout: 10_000 }

/** What git is asked with. */
export interface GitPlace {
  /** Its path. */
  readonly program: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** What git prints; `undefined` where it fails or says too much. */
export function runGit({ program, cwd, environment }: GitPlace, words: readonly string[]): Promise<string | undefined> {
  return new Promise((settle) => {
    const env = { ...environment, ...quietGit }
    execFile(program, ['--no-pager', ...words[0] === 'config' ? [] : quietSettings, ...words], { ...limits, cwd, env }, (error, stdout) =>
      settle(error ? undefined : stdout))
  })
}
