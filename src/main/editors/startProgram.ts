import type { Environment } from '../system/environment/mergeEnvironment'
import type { ProgramRun } from './editorCommand'
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { HostError, messageOf } from '../../shared/errors'
import { inheritedEnvironment } from '../system/environment/inheritedEnvironment'

/** Editors hand a file to their window and end, or stay. What fails does so sooner. */
const patienceMs = 1_000

/**
 * Starts a program of the person's that outlives Parley, without a shell, from their home folder: a program's own settings may lie where
 * it starts, and an agent's folder has none to give. Throws `unsupported` if it does not start, or fails at once.
 */
export async function startProgram({ file, args }: ProgramRun, environment: Environment): Promise<void> {
  const name = basename(file)
  const child = spawn(file, [...args], {
    shell: false,
    detached: true,
    stdio: 'ignore',
    cwd: homedir(),
    env: inheritedEnvironment(environment),
  })
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, patienceMs)
      child.once('error', error =>
        reject(new HostError('unsupported', `“${name}” did not start (${messageOf(error)}).`, { cause: error })))
      child.once('exit', (code, signal) => {
        if (code === 0)
          resolve()
        else
          reject(new HostError('unsupported', `“${name}” ended at once (${signal ?? `exit code ${code}`}).`))
      })
    })
  }
  finally {
    clearTimeout(timer)
    child.unref()
  }
}
