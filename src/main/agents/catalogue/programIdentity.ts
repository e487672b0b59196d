import { dirname, isAbsolute, join, resolve } from 'node:path'
import { findOnPath } from '../../system/commandOnPath'
import { maxPlainBytes, readPlainFile } from '../../system/readPlainFile'
import { tryRealPath } from '../../system/realPathOrItself'

/** The programs that a command line runs, innermost first. */
export interface ProgramIdentity {
  /** File names without extensions. */
  readonly names: readonly string[]
  /** npm or PyPI packages that contain the program or are fetched to run it. */
  readonly packages: readonly string[]
  /** Real paths, if known. */
  readonly paths: readonly string[]
}

type Words = readonly string[]
type Environment = Readonly<Record<string, string | undefined>>

/** Programs that run the command in their arguments with changed settings. */
const wrappers: ReadonlySet<string> = new Set([
  ...['env', 'nohup', 'nice', 'ionice', 'time', 'timeout', 'exec', 'command', 'setsid', 'stdbuf', 'caffeinate'],
  ...['sudo', 'doas', 'dotenv', 'firejail', 'xvfb-run'],
])
/** Version managers and secret managers, with the subcommand that runs another program. */
const managers: ReadonlyMap<string, string> = new Map([
  ...['mise', 'rtx', 'asdf', 'fnm', 'nvm', 'direnv'].map(name => [name, 'exec'] as const),
  ...['volta', 'op', 'doppler', 'infisical', 'dotenvx'].map(name => [name, 'run'] as const),
])
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'fish', 'ksh'])
const interpreter = /^(?:(?:node|nodejs|python)[\d.-]*|bun|deno|tsx|ts-node|electron)$/
/** Programs that fetch a package and run it, with the required subcommands if they also do other things. */
const runners: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['npx', undefined],
  ['pnpx', undefined],
  ['bunx', undefined],
  ['uvx', undefined],
  ['npm', new Set(['exec', 'x'])],
  ['pnpm', new Set(['dlx', 'exec'])],
  ['yarn', new Set(['dlx', 'exec'])],
  ['bun', new Set(['x'])],
  ['uv', new Set(['tool', 'run', 'x'])],
  ['pipx', new Set(['run'])],
])
/** Options that take a value. */
const valueOptions: ReadonlySet<string> = new Set([
  ...['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file', '--title'],
  ...['-w', '--workspace', '--registry', '--cache', '--prefix', '--with', '--python', '--index-url'],
  ...['--disable-warning', '--env-file-if-exists', '--input-type', '--inspect-port'],
])
/** Options of `env`, `sudo`, `timeout` and similar wrappers that take a value. */
const wrapperValueOptions: ReadonlySet<string> = new Set(
  ['-u', '--unset', '--chdir', '--user', '-s', '--signal', '-k', '--kill-after'],
)
/** Matches a version argument of a version manager. */
const versionArgument = /^(?:v?\d[\w.]*|[\w-]+@[\w.]+|lts|latest|node)$/
const packageOptions: ReadonlySet<string> = new Set(['-p', '--package', '--from', '--spec'])
const extensions = /\.(?:exe|cmd|bat|ps1|[cm]?[jt]s|py)$/i
/** Enough for a shim or wrapper around a wrapper around a program. */
const maxDepth = 4

/** Identifies a command by its arguments and the files on disk, never by what the agent reports about itself. */
export function identifyProgram(
  { command, args }: { command: string, args: Words },
  environment: Environment,
): ProgramIdentity {
  return identifyWords([command, ...args], environment, 0)
}

function identifyWords([command = '', ...args]: Words, environment: Environment, depth: number): ProgramIdentity {
  const name = getProgramName(command)
  const inner = depth < maxDepth && command !== '' ? unwrapCommand(name, args) : undefined
  if (inner?.fetched)
    return { names: inner.words.slice(0, 1).map(getProgramName), packages: inner.fetched, paths: [] }
  if (inner)
    return identifyWords(inner.words, environment, depth + 1)
  const found = isAbsolute(command) ? command : findOnPath({ command, environment }) ?? command
  const path = tryRealPath(found)
  const shim = depth < maxDepth ? readShimCommand(path) : undefined
  const behind = shim && identifyWords(shim, environment, depth + 1)
  return {
    names: [...behind?.names ?? [], getProgramName(path), name],
    packages: [...behind?.packages ?? [], ...findPackage(path)],
    paths: [...behind?.paths ?? [], path],
  }
}

/** The command that a wrapper, shell or interpreter runs; `undefined` for any other program. */
function unwrapCommand(name: string, args: Words): { words: Words, fetched?: Words } | undefined {
  const verbs = runners.get(name)
  if (runners.has(name) && (verbs === undefined || verbs.has(args[0] ?? '')))
    return findFetchedPackage(args.slice(args.findIndex(arg => !verbs?.has(arg))))
  if (name === 'cmd')
    return { words: args.slice(1 + args.findIndex(arg => /^\/c$/i.test(arg))) }
  if (managers.has(name) && (args[0] === 'x' || args[0] === managers.get(name))) {
    const words = args.slice(1)
    const end = words.indexOf('--')
    return { words: end < 0 ? stripOptions(words, word => versionArgument.test(word)) : words.slice(end + 1) }
  }
  if (wrappers.has(name)) {
    const split = args.findIndex(arg => /^(?:-[a-z]*S|--split-string)/.test(arg))
    const [, glued = ''] = /^(?:-[a-z]*S|--split-string=?)(.*)$/s.exec(args[split] ?? '') ?? []
    const from = split + (glued === '' ? 2 : 1)
    const words = split < 0 ? args : [...splitSimpleLine(glued || (args[split + 1] ?? '')), ...args.slice(from)]
    const isSkipped = (word: string): boolean => /^\w+=/.test(word) || /^[\d.]+[smhd]?$/.test(word)
    return { words: stripOptions(words, isSkipped, wrapperValueOptions) }
  }
  if (shells.has(name)) {
    const line = args[1 + args.findIndex(arg => /^-\w*c$/.test(arg))]
    return { words: args.some(arg => /^-\w*c$/.test(arg)) ? splitSimpleLine(line ?? '') : stripOptions(args) }
  }
  if (!interpreter.test(name))
    return undefined
  const module = args.indexOf('-m')
  if (module >= 0 && name.startsWith('python'))
    return { words: args.slice(module + 1), fetched: [args[module + 1]?.replaceAll('_', '-') ?? ''] }
  const [script = '', ...rest] = stripOptions(args[0] === 'run' ? args.slice(1) : args)
  const fetched = /^npm:(?<spec>(?:@[^/]+\/)?[^/]+)/.exec(script)?.groups?.spec
  return fetched === undefined ? { words: [script, ...rest] } : { words: [script], fetched: [stripVersion(fetched)] }
}

/** The package to fetch: from a package option, or else the first argument. */
function findFetchedPackage(args: Words): { words: Words, fetched: Words } {
  const named = args.flatMap((arg, index) => {
    const [option = '', value] = arg.split(/=(.*)/s)
    return packageOptions.has(option) ? [value ?? args[index + 1] ?? ''] : []
  })
  const words = stripOptions(args, () => false, packageOptions)
  const packages = named.length > 0 ? named : words.slice(0, 1)
  return { words: words.map(stripVersion), fetched: packages.map(stripVersion) }
}

/** Drops leading options and their values. */
function stripOptions(
  words: Words,
  isSkipped: (word: string) => boolean = () => false,
  more: ReadonlySet<string> = new Set(),
): Words {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === '--')
      return words.slice(index + 1)
    if (valueOptions.has(word) || more.has(word))
      index++
    else if (!word.startsWith('-') && !isSkipped(word))
      return words.slice(index)
  }
  return []
}

/** Strips the version from `name@1.2.3`, `@scope/name@latest`, `name==1.2.3` or `name[extra]`. */
function stripVersion(spec: string): string {
  return /^(?:@[^@/]+\/)?[^@=<>[~!]+/.exec(spec)?.[0] ?? spec
}

/** Splits a simple command into words. Returns none for a line with operators or expansions. */
function splitSimpleLine(line: string): Words {
  if (/[;&|<>()`\n]|\$\(/.test(line))
    return []
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) =>
    double ?? single ?? plain ?? '',
  )
}

/** The command that a shim script runs with its own arguments, as npm, pnpm and people write them. */
function readShimCommand(path: string): Words | undefined {
  const text = readSmallFile(path, 64 * 1024)
  const isShell = /^#!.*\b(?:sh|bash|zsh|dash)\b/.test(text)
  const isBatch = /\.(?:cmd|bat)$/i.test(path)
  if (!isShell && !isBatch)
    return undefined
  const folder = dirname(path)
  const rest = isShell ? /\s"?\$[@*]"?\s*$/ : /\s%\*\s*$/
  const found = text.split('\n').find(line => rest.test(line))?.replace(rest, '') ?? ''
  const line = found.replace(/^\s*exec\s+(?:-a\s+\S+\s+)?/, '')
  const words = (isShell ? splitSimpleLine(line) : splitSimpleLine(line).slice(-1))
    .map(word => word.replace(/^(?:\$basedir|\$\{basedir\}|%~?dp0%?)[/\\]?/i, `${folder}/`).replaceAll('\\', '/'))
  return words.length === 0 ? undefined : words.map(word => word.startsWith(folder) ? resolve(word) : word)
}

/** The name in the nearest `package.json`. */
function findPackage(path: string): Words {
  if (!isAbsolute(path))
    return []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = readPackageName(readSmallFile(join(folder, 'package.json'), maxPlainBytes))
    if (name !== undefined)
      return [name]
    if (folder === dirname(folder))
      return []
  }
}

function readPackageName(manifest: string): string | undefined {
  try {
    const { name } = JSON.parse(manifest) as { name?: unknown }
    return typeof name === 'string' ? name : undefined
  }
  catch {
    return undefined // missing, or a manifest that npm could not read either
  }
}

/** The text of a small regular file, or an empty string. */
function readSmallFile(path: string, limitBytes: number): string {
  try {
    return readPlainFile(path, { limitBytes })
  }
  catch {
    return '' // missing, unreadable, or a large binary: no evidence
  }
}

function getProgramName(command: string): string {
  return (command.split(/[/\\]/).at(-1) ?? '').replace(extensions, '')
}
