import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The options on Parley's command line. */
export interface StartOptions {
  /** Serves the web UI instead of opening the desktop app. */
  readonly web: boolean
  /** Opens the page in a browser window; `--no-open` disables that. */
  readonly open: boolean
  /** The server's port; 0 lets the system choose. */
  readonly port: number
  /** Exits the web shell after it has been unused for this long; if absent, never. */
  readonly idleExitMs?: number
  readonly dataFolder?: string
  /** Preselected folder and agent of the New thread form. */
  readonly workspace?: string
  readonly agent?: string
}

/** A parsed command line. */
type CommandLine
  = | { readonly kind: 'start', readonly options: StartOptions }
    | { readonly kind: 'help', readonly text: string }
    /** Printed on stderr, with exit code 2. */
    | { readonly kind: 'wrong', readonly text: string }

const usage = `Usage: parley [options]

  --web             serve Parley to a browser on this machine instead of opening the desktop app
  --no-open         do not open a browser window; only print the address
  --port N          the port to serve on (default: any free one)
  --idle-exit MIN   with --web: end when no page was open and no agent at work for MIN minutes
  --data-dir DIR    keep everything in DIR (default: the system's usual place)
  --workspace PATH  start the New thread form with this folder
  --agent NAME      start the New thread form with this agent
  --help            show this`

const flags = {
  'web': { type: 'boolean' },
  'no-open': { type: 'boolean' },
  'port': { type: 'string' },
  'idle-exit': { type: 'string' },
  'data-dir': { type: 'string' },
  'workspace': { type: 'string' },
  'agent': { type: 'string' },
  'help': { type: 'boolean' },
} as const

/**
 * Parses the arguments after the program. Resolves relative paths against `folder`, or rejects them if it is absent.
 */
export function parseCommandLine(args: readonly string[], folder: string | undefined): CommandLine {
  // Not strict, because the tokens are checked below for better messages.
  const { values, tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true })
  if (values.help === true)
    return { kind: 'help', text: usage }
  const fault = tokens.map(token => findFault(token, args) ?? rejectRelative(token, folder))
    .find(found => found !== undefined)
  if (fault !== undefined)
    return { kind: 'wrong', text: `${fault}\n\n${usage}` }
  return { kind: 'start', options: toStartOptions(values as FlagValues, folder ?? '') } // the types were checked above
}

function toStartOptions(values: FlagValues, folder: string): StartOptions {
  const { web = false, 'no-open': noOpen = false, port = '0', 'idle-exit': idleMinutes, 'data-dir': dataFolder, workspace, agent } = values
  return {
    web,
    open: !noOpen,
    port: Number(port),
    idleExitMs: idleMinutes === undefined ? undefined : Number(idleMinutes) * 60_000,
    dataFolder: dataFolder === undefined ? undefined : resolve(folder, dataFolder),
    workspace: workspace === undefined ? undefined : resolve(folder, workspace),
    agent,
  }
}

type FlagValues = { readonly [F in keyof typeof flags]?: (typeof flags)[F]['type'] extends 'boolean' ? boolean : string }
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

/** Explains why an argument is invalid; `undefined` if it is valid. */
function findFault(token: Token, args: readonly string[]): string | undefined {
  if (token.kind !== 'option' || !isFlag(token.name))
    return `Unknown option: ${args[token.index]}`
  const { rawName, value, inlineValue } = token
  if (flags[token.name].type === 'boolean')
    return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined || value === '' || value.includes('\0') || (!inlineValue && value.startsWith('--')))
    return `${rawName} needs a value.`
  if (token.name === 'port' && !(/^\d{1,5}$/.test(value) && Number(value) <= 65_535))
    return `--port needs a number from 0 to 65535, not "${value}".`
  if (token.name === 'idle-exit' && !(/^\d{1,5}$/.test(value) && Number(value) > 0))
    return `--idle-exit needs a number of minutes from 1 to 99999, not "${value}".`
  return undefined
}

/** Rejects a relative path if the working folder was deleted. */
function rejectRelative(token: Token, folder: string | undefined): string | undefined {
  const isPath = token.kind === 'option' && (token.name === 'data-dir' || token.name === 'workspace')
  return isPath && folder === undefined && !isAbsolute(token.value ?? '')
    ? `${token.rawName} needs a whole path: the folder that Parley was started in is gone.`
    : undefined
}

function isFlag(name: string): name is keyof typeof flags {
  return Object.hasOwn(flags, name)
}
