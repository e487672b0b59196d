import { commandOnPath } from './commandOnPath'

/** How a command line is really spawned. */
export interface SpawnLine {
  readonly file: string
  readonly args: readonly string[]
  readonly windowsVerbatimArguments?: true
}

/**
 * Windows runs only `.exe` and `.com` by itself; what npm installs are `.cmd` files, which need the command interpreter. Arguments come
 * from
 * the person's settings or from our catalogue, never from an agent, and are quoted for both readers.
 */
export function windowsCommand({
  command,
  args,
  environment,
}: {
  command: string
  args: readonly string[]
  environment: NodeJS.ProcessEnv
}): SpawnLine {
  const file = commandOnPath({ command, environment, platform: 'win32' }) ?? command
  if (!/\.(cmd|bat)$/i.test(file))
    return { file, args }
  const line = [file, ...args].map(quoteForCmd).join(' ')
  return { file: environment.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}

/**
 * Quotes for the program's own parser first, then takes every special character of `cmd` out of its hands; twice, as a shim reads it again.
 */
function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  const special = /([()\][%!^"`<>&|;, *?])/g
  return quoted.replaceAll(special, '^$1').replaceAll(special, '^$1')
}
