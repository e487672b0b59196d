import { resolve } from 'node:path'

/** What a person may say when starting Parley. */
export interface StartOptions {
  /** Serve the page instead of opening the desktop app. */
  readonly web: boolean
  /** Open the page in a browser window; `--no-open` says no. */
  readonly open: boolean
  /** The server's port; 0 lets the system choose. */
  readonly port: number
  /** Ends the web shell when nobody used it for so long; never when absent. */
  readonly idleExitMs?: number
  readonly dataFolder?: string
  /** The folder and agent that the New thread form starts with. */
  readonly workspace?: string
  readonly agent?: string
}

/** What a command line asks for. */
export type CommandLine
  = | { readonly kind: 'start', readonly options: StartOptions }
    | { readonly kind: 'help', readonly text: string }
  /** Said on stderr, with exit code 2. */
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

/** Reads the arguments after the program's own. Relative paths start at `folder`. */
export function parseCommandLine(args: readonly string[], folder: string): CommandLine {
  let options: StartOptions = { web: false, open: true, port: 0 }
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [flag = '', inline] = splitOnce(argument)
    const change = flags.get(flag)
    if (flag === '--help' && inline === undefined)
      return { kind: 'help', text: usage }
    if (change === undefined)
      return wrong(`Unknown option: ${argument}`)
    if (change.takes === 'nothing') {
      if (inline !== undefined)
        return wrong(`${flag} takes no value.`)
      options = { ...options, ...change.apply() }
      continue
    }
    const value = inline ?? rest.shift()
    if (value === undefined || value === '' || value.includes('\0') || (inline === undefined && value.startsWith('--')))
      return wrong(`${flag} needs a value.`)
    const applied = change.apply(value, folder)
    if (typeof applied === 'string')
      return wrong(applied)
    options = { ...options, ...applied }
  }
  return { kind: 'start', options }
}

type Flag
  = | { readonly takes: 'nothing', readonly apply: () => Partial<StartOptions> }
  /** `apply` returns what is wrong with the value, if anything. */
    | { readonly takes: 'value', readonly apply: (value: string, folder: string) => Partial<StartOptions> | string }

const flags: ReadonlyMap<string, Flag> = new Map<string, Flag>([
  ['--web', { takes: 'nothing', apply: () => ({ web: true }) }],
  ['--no-open', { takes: 'nothing', apply: () => ({ open: false }) }],
  [
    '--port',
    {
      takes: 'value',
      apply: value =>
        /^\d{1,5}$/.test(value) && Number(value) <= 65_535
          ? { port: Number(value) }
          : `--port needs a number from 0 to 65535, not "${value}".`,
    },
  ],
  [
    '--idle-exit',
    {
      takes: 'value',
      apply: value =>
        /^\d{1,5}$/.test(value) && Number(value) > 0
          ? { idleExitMs: Number(value) * 60_000 }
          : `--idle-exit needs a number of minutes from 1 to 99999, not "${value}".`,
    },
  ],
  ['--data-dir', { takes: 'value', apply: (value, folder) => ({ dataFolder: resolve(folder, value) }) }],
  ['--workspace', { takes: 'value', apply: (value, folder) => ({ workspace: resolve(folder, value) }) }],
  ['--agent', { takes: 'value', apply: value => ({ agent: value }) }],
])

function splitOnce(argument: string): [string, string | undefined] {
  const at = argument.indexOf('=')
  return argument.startsWith('--') && at > 0 ? [argument.slice(0, at), argument.slice(at + 1)] : [argument, undefined]
}

function wrong(message: string): CommandLine {
  return { kind: 'wrong', text: `${message}\n\n${usage}` }
}
