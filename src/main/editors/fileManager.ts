import type { ProgramRun } from './editorCommand'
import { pathToFileURL } from 'node:url'

/**
 * What shows a file in the system's file manager without opening it, for a host that has no desktop shell around it; `undefined` where
 * there is no such way. Linux has one name for all of them on the session's bus.
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
