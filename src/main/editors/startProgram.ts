import type { Environment } from '../system/environment/mergeEnvironment'
import type { ProgramRun } from './editorCommand'
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage, HostError } from '../../shared/errors'
import { inheritedEnvironment } from '../system/environment/inheritedEnvironment'

/** Editors hand a file to their window and end, or stay. What fails does so sooner. */
const patienceMs = 1_000

/**
 * Starts a program of the person's that outlives Parley, without a shell, from their home folder: a program's own
 * settings may lie where it starts, and an agent's folder has none to give. Throws `unsupported` if it does not start,
 * or fails at once.
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
        reject(new HostError('unsupported', `“${name}” did not start (${errorMessage(error)}).`, { cause: error })))
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

/**
 * Whether a program that is started here can show a window to the person; not on a server, nor over SSH without a
 * display of one's own.
 */
export function hasDisplay(environment: Environment, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32')
    return !environment.SSH_CONNECTION
  return Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY)
}

/**
 * What shows a file in the system's file manager without opening it, for a host that has no desktop shell around it;
 * `undefined` where there is no such way. Linux has one name for all of them on the session's bus.
 */
export function revealCommand(path: string, platform: NodeJS.Platform): ProgramRun | undefined {
  switch (platform) {
    case 'darwin':
      return { file: '/usr/bin/open', args: ['-R', path] }
    case 'linux': {
      // A comma would end the address.
      const address = pathToFileURL(path).href.replaceAll(',', '%2C')
      const name = 'org.freedesktop.FileManager1'
      return {
        file: '/usr/bin/dbus-send',
        args: [
          '--session',
          `--dest=${name}`,
          '--type=method_call',
          '--print-reply',
          `/${name.replaceAll('.', '/')}`,
          `${name}.ShowItems`,
          `array:string:${address}`,
          'string:',
        ],
      }
    }
    default:
      return undefined
  }
}
