import { commandOnPath } from '../../system/commandOnPath'

/** How a command line is spawned. */
interface SpawnLine {
  readonly file: string
  readonly args: readonly string[]
  readonly windowsVerbatimArguments?: true
}

/**
 * Windows runs only `.exe` and `.com` by itself; npm installs `.cmd` files, which need the command interpreter.
 * Arguments come from the person's settings or from the catalogue, never from an agent, and are quoted for both
 * parsers.
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
  if (!/\.(?:cmd|bat)$/i.test(file))
    return { file, args }
  const line = [file, ...args].map(quoteForCmd).join(' ')
  return { file: environment.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}

/**
 * Quotes for the program's own parser first, then escapes every special character of `cmd`; twice, as a shim reads it
 * again.
 */
function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  const special = /[()\][%!^"`<>&|;, *?]/g
  return quoted.replaceAll(special, '^$&').replaceAll(special, '^$&')
}
