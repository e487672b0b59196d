import type { Environment } from '../system/environment/mergeEnvironment'
import type { ProgramRun } from './editorCommand'
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage, HostError } from '../../shared/errors'
import { createChildEnvironment } from '../system/environment/inheritedEnvironment'

/** Editors pass the file to a running window and exit, or keep running. A failing editor exits sooner than this. */
const startTimeoutMs = 1_000

/**
 * Starts a detached program without a shell. It starts in the home folder, so that it does not read settings from an
 * agent's folder. Throws `unsupported` if it does not start, or fails immediately.
 */
export async function startProgram({ file, args }: ProgramRun, environment: Environment): Promise<void> {
  const name = basename(file)
  const child = spawn(file, [...args], {
    shell: false,
    detached: true,
    stdio: 'ignore',
    cwd: homedir(),
    env: createChildEnvironment(environment),
  })
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, startTimeoutMs)
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

/** Whether a program can show a window: not on a server, nor over SSH without a forwarded display. */
export function hasDisplay(environment: Environment, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32')
    return !environment.SSH_CONNECTION
  return Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY)
}

/**
 * The command that reveals a file in the file manager, for the web shell. `undefined` if the platform has none. On
 * Linux, all file managers share one D-Bus name.
 */
export function revealCommand(path: string, platform: NodeJS.Platform): ProgramRun | undefined {
  switch (platform) {
    case 'darwin':
      return { file: '/usr/bin/open', args: ['-R', path] }
    case 'linux': {
      // A comma would end the URL.
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
