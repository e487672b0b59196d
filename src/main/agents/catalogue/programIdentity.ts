import { dirname, isAbsolute, join, resolve } from 'node:path'
import { commandOnPath } from '../../system/commandOnPath'
import { maxPlainBytes, readPlainFile } from '../../system/readPlainFile'
import { realPathOrItself } from '../../system/realPathOrItself'

/** What a command line runs in the end, the innermost program first. */
export interface ProgramIdentity {
  /** File names, without their endings. */
  readonly names: readonly string[]
  /** The packages, of npm or PyPI, that the program is part of or that are fetched to run it. */
  readonly packages: readonly string[]
  /** Where it really is, as far as that is known. */
  readonly paths: readonly string[]
}

type Words = readonly string[]
type Environment = Readonly<Record<string, string | undefined>>

/** They run the program that follows, with other settings. */
const wrappers: ReadonlySet<string> = new Set([
  ...['env', 'nohup', 'nice', 'ionice', 'time', 'timeout', 'exec', 'command', 'setsid', 'stdbuf', 'caffeinate'],
  ...['sudo', 'doas', 'dotenv', 'firejail', 'xvfb-run'],
])
/** The same with a word before it that says so, as version managers and keepers of secrets have. */
const managers: ReadonlyMap<string, string> = new Map([
  ...['mise', 'rtx', 'asdf', 'fnm', 'nvm', 'direnv'].map(name => [name, 'exec'] as const),
  ...['volta', 'op', 'doppler', 'infisical', 'dotenvx'].map(name => [name, 'run'] as const),
])
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'fish', 'ksh'])
const interpreter = /^(?:(?:node|nodejs|python)[\d.-]*|bun|deno|tsx|ts-node|electron)$/
/** They fetch the package that they run. What follows them to say so, where they do other things, too. */
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
/** Options with a value of their own. */
const valued: ReadonlySet<string> = new Set([
  ...['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file', '--title'],
  ...['-w', '--workspace', '--registry', '--cache', '--prefix', '--with', '--python', '--index-url'],
  ...['--disable-warning', '--env-file-if-exists', '--input-type', '--inspect-port'],
])
/** The same of `env`, `sudo`, `timeout` and their like. */
const valuedByWrappers: ReadonlySet<string> = new Set(
  ['-u', '--unset', '--chdir', '--user', '-s', '--signal', '-k', '--kill-after'],
)
/** Of a tool that a version manager is to use. */
const isVersion = /^(?:v?\d[\w.]*|[\w-]+@[\w.]+|lts|latest|node)$/
const packageOptions: ReadonlySet<string> = new Set(['-p', '--package', '--from', '--spec'])
const endings = /\.(?:exe|cmd|bat|ps1|[cm]?[jt]s|py)$/i
/** A shim or a wrapper around a wrapper around a program: no one writes more. */
const maxDepth = 4

/** What a command runs, told by what is on the disk and on its line. What an agent says of itself decides nothing. */
export function programIdentity({ command, args }: { command: string, args: Words }, environment: Environment): ProgramIdentity {
  return identify([command, ...args], environment, 0)
}

function identify([command = '', ...args]: Words, environment: Environment, depth: number): ProgramIdentity {
  const name = nameOf(command)
  const inner = depth < maxDepth && command !== '' ? innerWords(name, args) : undefined
  if (inner?.fetched)
    return { names: inner.words.slice(0, 1).map(nameOf), packages: inner.fetched, paths: [] }
  if (inner)
    return identify(inner.words, environment, depth + 1)
  const found = isAbsolute(command) ? command : commandOnPath({ command, environment }) ?? command
  const path = realPathOrItself(found)
  const shim = depth < maxDepth ? shimWords(path) : undefined
  const behind = shim && identify(shim, environment, depth + 1)
  return {
    names: [...behind?.names ?? [], nameOf(path), name],
    packages: [...behind?.packages ?? [], ...packageAbove(path)],
    paths: [...behind?.paths ?? [], path],
  }
}

/** What follows a program that only runs another one; `undefined` for any other program. */
function innerWords(name: string, args: Words): { words: Words, fetched?: Words } | undefined {
  const verbs = runners.get(name)
  if (runners.has(name) && (verbs === undefined || verbs.has(args[0] ?? '')))
    return fetchedBy(args.slice(args.findIndex(arg => !verbs?.has(arg))))
  if (name === 'cmd')
    return { words: args.slice(1 + args.findIndex(arg => /^\/c$/i.test(arg))) }
  if (managers.has(name) && (args[0] === 'x' || args[0] === managers.get(name))) {
    const words = args.slice(1)
    const end = words.indexOf('--')
    return { words: end < 0 ? withoutOptions(words, word => isVersion.test(word)) : words.slice(end + 1) }
  }
  if (wrappers.has(name)) {
    const split = args.findIndex(arg => /^(?:-[a-z]*S|--split-string)/.test(arg))
    const [, glued = ''] = /^(?:-[a-z]*S|--split-string=?)(.*)$/s.exec(args[split] ?? '') ?? []
    const from = split + (glued === '' ? 2 : 1)
    const words = split < 0 ? args : [...wordsIn(glued || (args[split + 1] ?? '')), ...args.slice(from)]
    const isSkipped = (word: string): boolean => /^\w+=/.test(word) || /^[\d.]+[smhd]?$/.test(word)
    return { words: withoutOptions(words, isSkipped, valuedByWrappers) }
  }
  if (shells.has(name)) {
    const line = args[1 + args.findIndex(arg => /^-\w*c$/.test(arg))]
    return { words: args.some(arg => /^-\w*c$/.test(arg)) ? wordsIn(line ?? '') : withoutOptions(args) }
  }
  if (!interpreter.test(name))
    return undefined
  const module = args.indexOf('-m')
  if (module >= 0 && name.startsWith('python'))
    return { words: args.slice(module + 1), fetched: [args[module + 1]?.replaceAll('_', '-') ?? ''] }
  const [script = '', ...rest] = withoutOptions(args[0] === 'run' ? args.slice(1) : args)
  const fetched = /^npm:(?<spec>(?:@[^/]+\/)?[^/]+)/.exec(script)?.groups?.spec
  return fetched === undefined ? { words: [script, ...rest] } : { words: [script], fetched: [withoutVersion(fetched)] }
}

/** The package that is fetched: the one that is named as such, otherwise the program's own. */
function fetchedBy(args: Words): { words: Words, fetched: Words } {
  const named = args.flatMap((arg, index) => {
    const [option = '', value] = arg.split(/=(.*)/s)
    return packageOptions.has(option) ? [value ?? args[index + 1] ?? ''] : []
  })
  const words = withoutOptions(args, () => false, packageOptions)
  const packages = named.length > 0 ? named : words.slice(0, 1)
  return { words: words.map(withoutVersion), fetched: packages.map(withoutVersion) }
}

/** From the first word on that is no option, nor the value of one. */
function withoutOptions(words: Words, isSkipped: (word: string) => boolean = () => false, more: ReadonlySet<string> = new Set()): Words {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === '--')
      return words.slice(index + 1)
    if (valued.has(word) || more.has(word))
      index++
    else if (!word.startsWith('-') && !isSkipped(word))
      return words.slice(index)
  }
  return []
}

/** `name@1.2.3`, `@scope/name@latest`, `name==1.2.3` or `name[extra]` without its version. */
function withoutVersion(spec: string): string {
  return /^(?:@[^@/]+\/)?[^@=<>[~!]+/.exec(spec)?.[0] ?? spec
}

/** The words of a plain line; none of one that says more than one command. */
function wordsIn(line: string): Words {
  if (/[;&|<>()`\n]|\$\(/.test(line))
    return []
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')
}

/** What a script runs that does nothing but hand on its arguments, as npm, pnpm and people write them. */
function shimWords(path: string): Words | undefined {
  const text = textAt(path, 64 * 1024)
  const isShell = /^#!.*\b(?:sh|bash|zsh|dash)\b/.test(text)
  const isBatch = /\.(?:cmd|bat)$/i.test(path)
  if (!isShell && !isBatch)
    return undefined
  const folder = dirname(path)
  const rest = isShell ? /\s"?\$[@*]"?\s*$/ : /\s%\*\s*$/
  const found = text.split('\n').find(line => rest.test(line))?.replace(rest, '') ?? ''
  const line = found.replace(/^\s*exec\s+(?:-a\s+\S+\s+)?/, '')
  const words = (isShell ? wordsIn(line) : wordsIn(line).slice(-1))
    .map(word => word.replace(/^(?:\$basedir|\$\{basedir\}|%~?dp0%?)[/\\]?/i, `${folder}/`).replaceAll('\\', '/'))
  return words.length === 0 ? undefined : words.map(word => word.startsWith(folder) ? resolve(word) : word)
}

/** The name of the package that a file is part of. */
function packageAbove(path: string): Words {
  if (!isAbsolute(path))
    return []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = packageName(textAt(join(folder, 'package.json'), maxPlainBytes))
    if (name !== undefined)
      return [name]
    if (folder === dirname(folder))
      return []
  }
}

function packageName(manifest: string): string | undefined {
  try {
    const { name } = JSON.parse(manifest) as { name?: unknown }
    return typeof name === 'string' ? name : undefined
  }
  catch {
    return undefined // none, or one that npm could not read either
  }
}

/** A small plain file's text; nothing where there is none. */
function textAt(path: string, limitBytes: number): string {
  try {
    return readPlainFile(path, { limitBytes })
  }
  catch {
    return '' // not there, a binary of many megabytes, or not to be read: it tells nothing
  }
}

function nameOf(command: string): string {
  return (command.split(/[/\\]/).at(-1) ?? '').replace(endings, '')
}
