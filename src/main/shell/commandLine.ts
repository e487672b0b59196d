import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The options on Parley's command line. */
export interface StartOptions {
  /** Serve the page instead of opening the desktop app. */
  readonly web: boolean
  /** Open the page in a browser window; `--no-open` turns it off. */
  readonly open: boolean
  /** The server's port; 0 lets the system choose. */
  readonly port: number
  /** Ends the web shell after it was unused for so long; never when absent. */
  readonly idleExitMs?: number
  readonly dataFolder?: string
  /** The folder and agent that the New thread form starts with. */
  readonly workspace?: string
  readonly agent?: string
}

/** What a command line asks for. */
type CommandLine
  = | { readonly kind: 'start', readonly options: StartOptions }
    | { readonly kind: 'help', readonly text: string }
    /** To be printed on stderr, with exit code 2. */
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
 * Reads the arguments after the program's own. Relative paths start at `folder`, and are refused where that is gone.
 */
export function parseCommandLine(args: readonly string[], folder: string | undefined): CommandLine {
  // Not strict: the tokens are checked below, so that the messages are ours.
  const { values, tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true })
  if (values.help === true)
    return { kind: 'help', text: usage }
  const fault = tokens.map(token => faultOf(token, args) ?? startless(token, folder)).find(found => found !== undefined)
  if (fault !== undefined)
    return { kind: 'wrong', text: `${fault}\n\n${usage}` }
  return { kind: 'start', options: startOptions(values as FlagValues, folder ?? '') } // each was just checked to be of its type
}

function startOptions(values: FlagValues, folder: string): StartOptions {
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

/** What is wrong with an argument, if anything. */
function faultOf(token: Token, args: readonly string[]): string | undefined {
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

/** Why a relative path has no start, if it is one and the folder that Parley was started in is gone. */
function startless(token: Token, folder: string | undefined): string | undefined {
  const isPath = token.kind === 'option' && (token.name === 'data-dir' || token.name === 'workspace')
  return isPath && folder === undefined && !isAbsolute(token.value ?? '')
    ? `${token.rawName} needs a whole path: the folder that Parley was started in is gone.`
    : undefined
}

function isFlag(name: string): name is keyof typeof flags {
  return Object.hasOwn(flags, name)
}
