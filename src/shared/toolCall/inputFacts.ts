import { quoteForDisplay } from '../text/commandLineForDisplay'
import { isJsonObject } from '../text/jsonObject'

/** What a raw input says, in facts that hold for every agent. */
export interface InputFacts {
  readonly commandLine?: string
  readonly cwd?: string
  readonly url?: string
  readonly paths: readonly string[]
  readonly env: readonly { readonly name: string, readonly value: string }[]
  /** Everything else of the raw input. */
  readonly further: readonly { readonly name: string, readonly value: string }[]
}

/** The names that agents give to these facts in their raw input. */
const named = {
  command: ['command', 'cmd', 'commandLine', 'script'],
  args: ['args', 'arguments'],
  cwd: ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory'],
  path: ['file_path', 'filePath', 'path', 'abs_path', 'absolute_path', 'notebook_path', 'filename'],
  url: ['url', 'uri'],
}

/** The command that a tool call's raw input names, with its arguments and folder: the one that the dialog shows. */
export function namedCommand(
  rawInput: unknown,
): { command: string | readonly string[], args: readonly string[], cwd?: string } | undefined {
  if (!isJsonObject(rawInput))
    return undefined
  const first = (names: readonly string[], fits: (value: unknown) => boolean): unknown => names.map(name => rawInput[name]).find(fits)
  const command = (first(named.command, value => isText(value) || isTexts(value))
    ?? soleCommand(rawInput.commands)) as string | string[] | undefined // only such fit
  return command === undefined
    ? undefined
    : { command, args: (first(named.args, isTexts) ?? []) as string[], cwd: first(named.cwd, isText) as string | undefined }
}

/** What a tool call's raw input says will be done. */
export function inputFacts(rawInput: unknown): InputFacts {
  const none = { env: [], paths: [], further: [] }
  if (rawInput === undefined || rawInput === null || rawInput === '')
    return none
  if (typeof rawInput !== 'object' || Array.isArray(rawInput))
    return { ...none, further: [{ name: 'input', value: printed(rawInput) }] }
  const input = new Map(Object.entries(rawInput))
  const take = (names: readonly string[], fits: (value: unknown) => boolean = isText) => {
    const name = names.find(candidate => fits(input.get(candidate)))
    const value = name === undefined ? undefined : input.get(name)
    if (name !== undefined)
      input.delete(name)
    return value
  }
  const told = take(named.command, value => isText(value) || isTexts(value))
  const sole = soleCommand(input.get('commands'))
  const command = told ?? sole
  if (sole !== undefined && sole === command) // Copilot says it twice
    input.delete('commands')
  const args = command === undefined ? undefined : take(named.args, isTexts)
  const cwd = take(named.cwd)
  const url = take(named.url)
  const path = take(named.path)
  return {
    commandLine:
      command === undefined
        ? undefined
        : [command, args ?? []]
            .flat()
            .map((part, index) => (index === 0 && !Array.isArray(command) && !args ? String(part) : quoteForDisplay(String(part))))
            .join(' '),
    cwd: cwd as string | undefined, // `take` found a text
    url: url as string | undefined,
    paths: path === undefined ? [] : [String(path)],
    env: [],
    further: [...input].map(([name, value]) => ({ name, value: printed(value) })),
  }
}

/** The command of a list that holds only one, as Cline's do; several are shown as they came. */
function soleCommand(commands: unknown): string | undefined {
  return isTexts(commands) && commands.length === 1 && commands[0] !== '' ? commands[0] : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}
