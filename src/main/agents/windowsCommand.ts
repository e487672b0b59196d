import { existsSync } from 'node:fs'
import { delimiter, extname, isAbsolute, join } from 'node:path'

/** How a command line is really spawned. */
export interface SpawnLine {
  readonly file: string
  readonly args: readonly string[]
  readonly windowsVerbatimArguments?: true
}

/**
 * Windows runs only `.exe` and `.com` by itself; what npm installs are `.cmd` files, which need the command interpreter. Arguments come from
 * the person's settings or from our catalogue, never from an agent, and are quoted for both readers.
 */
export function windowsCommand({ command, args, environment }: { command: string, args: readonly string[], environment: NodeJS.ProcessEnv }): SpawnLine {
  const file = findOnPath(command, environment) ?? command
  if (!/\.(cmd|bat)$/i.test(file))
    return { file, args }
  const line = [file, ...args].map(quoteForCmd).join(' ')
  return { file: environment.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}

function findOnPath(command: string, environment: NodeJS.ProcessEnv): string | undefined {
  const path = Object.entries(environment).find(([name]) => name.toLowerCase() === 'path')?.[1] ?? ''
  const folders = isAbsolute(command) || /[\\/]/.test(command) ? [''] : path.split(delimiter)
  const endings = extname(command) === '' ? (environment.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';') : ['']
  for (const folder of folders) {
    for (const ending of endings) {
      const file = folder === '' ? command + ending : join(folder, command + ending)
      if (existsSync(file))
        return file
    }
  }
  return undefined
}

/** Quotes for the program's own parser first, then takes every special character of `cmd` out of its hands; twice, as a shim reads it again. */
function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  const special = /([()\][%!^"`<>&|;, *?])/g
  return quoted.replaceAll(special, '^$1').replaceAll(special, '^$1')
}
