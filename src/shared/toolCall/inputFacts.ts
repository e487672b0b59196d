import { quoteForDisplay } from '../text/commandLineForDisplay'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { type ClaimedChange, parseApplyPatch, parseUnifiedPatch } from './patchedChanges'

/** The facts in a raw input, independent of the agent. */
export interface InputFacts {
  readonly commandLine?: string
  readonly cwd?: string
  readonly url?: string
  readonly paths: readonly string[]
  readonly env: readonly { readonly name: string, readonly value: string }[]
  /** The changes it makes to the named file. */
  readonly changes: readonly ClaimedChange[]
  /** The agent's explanations. */
  readonly words: readonly string[]
  /** Further effects, in Parley's words. */
  readonly notes: readonly string[]
  /** All other fields of the raw input. */
  readonly further: readonly { readonly name: string, readonly value: string }[]
}

/** The field names that agents use in raw input. */
const named = {
  command: ['command', 'cmd', 'commandLine', 'script'],
  args: ['args', 'arguments'],
  cwd: ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory'],
  path: [
    'file_path',
    'filePath',
    'filepath',
    'path',
    'abs_path',
    'absolute_path',
    'notebook_path',
    'filename',
    'fileName',
    'file_name',
    'target_file',
    'targetFile',
  ],
  url: ['url', 'uri'],
  content: ['content', 'contents', 'file_text', 'fileText', 'file_content', 'fileContent', 'new_content', 'newContent'],
  oldText: ['old_string', 'oldString', 'old_str', 'oldStr', 'old_text', 'oldText'],
  patch: ['diff', 'patch', 'unified_diff', 'unifiedDiff'],
  newText: ['new_string', 'newString', 'new_str', 'newStr', 'new_text', 'newText'],
  everywhere: ['replace_all', 'replaceAll'],
  background: ['is_background', 'isBackground', 'run_in_background', 'runInBackground', 'background'],
  words: ['description', 'explanation', 'reason', 'justification', 'rationale'],
  variant: ['variant'],
}

/** Grok's tool names, which it repeats in the input. Any other word may qualify the command. */
const grokToolNames: ReadonlySet<string> = new Set(
  ['Bash', 'Read', 'Write', 'StrReplace', 'Edit', 'Delete', 'LS', 'Grep', 'Glob'],
)

/** The command in a raw input, with arguments and folder, as the dialog shows it. */
export function getNamedCommand(
  rawInput: unknown,
): { command: string | readonly string[], args: readonly string[], cwd?: string } | undefined {
  if (!isJsonObject(rawInput))
    return undefined
  const first = (names: readonly string[], fits: (value: unknown) => boolean): unknown =>
    names.map(name => rawInput[name]).find(fits)
  const command = (first(named.command, value => isText(value) || isTexts(value))
    ?? findSoleCommand(rawInput.commands)) as string | string[] | undefined // both predicates allow only these
  return command === undefined
    ? undefined
    : {
        command,
        args: (first(named.args, isTexts) ?? []) as string[],
        cwd: first(named.cwd, isText) as string | undefined,
      }
}

/** Extracts the facts from a tool call's raw input. */
export function getInputFacts(rawInput: unknown): InputFacts {
  const none = { env: [], paths: [], changes: [], words: [], notes: [], further: [] }
  if (rawInput === undefined || rawInput === null || rawInput === '')
    return none
  if (!isJsonObject(rawInput))
    return { ...none, further: [{ name: 'input', value: formatValue(rawInput) }] }
  const input = new Map(Object.entries(rawInput))
  const take = (names: readonly string[], fits: (value: unknown) => boolean = isText) => {
    const name = names.find(candidate => fits(input.get(candidate)))
    const value = name === undefined ? undefined : input.get(name)
    if (name !== undefined)
      input.delete(name)
    return value
  }
  const told = take(named.command, value => isText(value) || isTexts(value))
  const sole = findSoleCommand(input.get('commands'))
  const command = told ?? sole
  if (sole !== undefined && sole === command) // Copilot sends the command twice
    input.delete('commands')
  const args = command === undefined ? undefined : take(named.args, isTexts)
  const cwd = take(named.cwd)
  const url = take(named.url)
  const path = take(named.path)
  const isFile = command === undefined && path !== undefined
  const changes = isFile ? takeChanges(String(path), { input, take }) : command === undefined ? takePatch(input) : []
  const listed = command === undefined && path === undefined ? takeFiles(input) : []
  const paths = path === undefined ? [...listed, ...changes.map(({ path }) => path)] : [String(path)]
  const hasDeed = (command ?? url) !== undefined || paths.length > 0
  const everywhere = path === undefined ? undefined : take(named.everywhere, isFlag)
  const background = command === undefined ? undefined : take(named.background, isFlag)
  const words = hasDeed ? named.words.flatMap(name => take([name]) ?? []) : []
  if (hasDeed) // redundant: Grok's name for the called tool
    take(named.variant, value => typeof value === 'string' && grokToolNames.has(value))
  return {
    commandLine:
      command === undefined
        ? undefined
        : [command, args ?? []]
            .flat()
            .map((part, index) =>
              (index === 0 && !Array.isArray(command) && !args ? String(part) : quoteForDisplay(String(part))),
            )
            .join(' '),
    cwd: cwd as string | undefined, // `take` returned a string
    url: url as string | undefined,
    paths: [...new Set(paths)],
    env: [],
    changes,
    words: words as string[], // `take` returned strings
    notes: [
      ...everywhere === true ? ['Everywhere in the file where the old text stands.'] : [],
      ...background === true ? ['Runs in the background, also when the turn is over.'] : [],
    ],
    further: [...input].map(([name, value]) => ({ name, value: formatValue(value) })),
  }
}

interface Input {
  readonly input: Map<string, unknown>
  readonly take: (names: readonly string[], fits?: (value: unknown) => boolean) => unknown
}

/** A list of files with only their paths, as read by Cline. */
function takeFiles(input: Map<string, unknown>): string[] {
  const files = input.get('files')
  const paths = (Array.isArray(files) ? files : []).map((file) => {
    const [[name, path] = [], ...more] = isJsonObject(file) ? Object.entries(file) : []
    return name !== undefined && named.path.includes(name) && more.length === 0 && isText(path) ? path : undefined
  })
  if (paths.length === 0 || paths.includes(undefined))
    return []
  input.delete('files')
  return paths.filter(path => path !== undefined)
}

/** A patch for `apply_patch`, which names its own files. */
function takePatch(input: Map<string, unknown>): ClaimedChange[] {
  for (const name of ['input', ...named.patch]) {
    const text = input.get(name)
    const changes = typeof text === 'string' ? parseApplyPatch(text) : undefined
    if (changes) {
      input.delete(name)
      return changes
    }
  }
  return []
}

/** The claimed changes: a whole file, a text replacement, or a list of replacements. */
function takeChanges(path: string, { input, take }: Input): ClaimedChange[] {
  const edits = input.get('edits')
  const listed = Array.isArray(edits)
    ? edits.map(edit => isJsonObject(edit) ? findSoleEdit(path, edit) : undefined)
    : []
  const all = listed.filter(edit => edit !== undefined)
  if (all.length > 0 && all.length === listed.length) {
    input.delete('edits')
    return all
  }
  const isString = (value: unknown): value is string => typeof value === 'string'
  if (named.oldText.some(name => isString(input.get(name))) && named.newText.some(name => isString(input.get(name)))) {
    const oldText = take(named.oldText, isString) as string
    const newText = take(named.newText, isString) as string
    return [{ path, oldText, newText, ...take(named.everywhere, isFlag) === true && { isEverywhere: true } }]
  }
  // The content of a search is not written.
  const content = input.has('pattern') || input.has('query') ? undefined : take(named.content, isString)
  if (content !== undefined)
    return [{ path, newText: content as string, isWhole: true }]
  const name = named.patch.find(name => isString(input.get(name)))
  const changes = name === undefined ? undefined : parseUnifiedPatch(path, String(input.get(name)))
  if (name !== undefined && changes)
    input.delete(name)
  return changes ?? []
}

/** The edit of a list item, if it contains nothing else. */
function findSoleEdit(path: string, edit: JsonObject): ClaimedChange | undefined {
  const { changes, further } = getInputFacts({ ...edit, path })
  const [change] = changes
  return change && changes.length === 1 && change.path === path && further.length === 0 && !change.isWhole
    ? change
    : undefined
}

/** The only command of a list, which is how Cline sends it. Several commands are shown unchanged. */
function findSoleCommand(commands: unknown): string | undefined {
  return isTexts(commands) && commands.length === 1 && commands[0] !== '' ? commands[0] : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}
