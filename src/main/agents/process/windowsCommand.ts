import { findOnPath } from '../../system/commandOnPath'

/** Arguments for `spawn`. */
interface SpawnLine {
  readonly file: string
  readonly args: readonly string[]
  readonly windowsVerbatimArguments?: true
}

/**
 * Windows can spawn only `.exe` and `.com`; npm installs `.cmd` files, which need `cmd.exe`. Arguments come from the
 * person's settings or the catalogue, never from an agent, and are quoted for both parsers.
 */
export function toWindowsCommand({
  command,
  args,
  environment,
}: {
  command: string
  args: readonly string[]
  environment: NodeJS.ProcessEnv
}): SpawnLine {
  const file = findOnPath({ command, environment, platform: 'win32' }) ?? command
  if (!/\.(?:cmd|bat)$/i.test(file))
    return { file, args }
  const line = [file, ...args].map(quoteForCmd).join(' ')
  return {
    file: environment.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  }
}

/** Quotes for the program's parser, then escapes `cmd`'s special characters twice, because a shim parses them again. */
function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  const special = /[()\][%!^"`<>&|;, *?]/g
  return quoted.replaceAll(special, '^$&').replaceAll(special, '^$&')
}
