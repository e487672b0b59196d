import type { Diff, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { PermissionEvent } from '../../../shared/thread/events'

/** What a person has to know before the answer, taken from what will be done and not from how it is told. */
export interface PermissionFacts {
  /** What it is about in a word or two, in our words. */
  readonly action: string
  readonly commandLine?: string
  /** The command is read by a shell. */
  readonly isShellLine?: boolean
  readonly cwd?: string
  readonly env: readonly { readonly name: string, readonly value: string }[]
  readonly paths: readonly string[]
  readonly url?: string
  readonly diffs: readonly Diff[]
  /** Everything else of the raw input. */
  readonly further: readonly { readonly name: string, readonly value: string }[]
  /** The agent's prose: its title and text. */
  readonly words: readonly string[]
  /** Nothing says what will be done. */
  readonly isBlind: boolean
}

/** Reads the facts out of a request; what the request leaves out is taken from the tool call as it is known. */
export function permissionFacts(request: PermissionEvent, known?: ToolCall): PermissionFacts {
  const call = merged(request.toolCall, known)
  const input = inputFacts(call.rawInput)
  const diffs = (call.content ?? []).filter(content => content.type === 'diff')
  const subject = subjectFacts(request.subject)
  const facts = {
    ...input,
    ...subject,
    action: actionWords(request, call),
    // A diff says its path and texts itself.
    paths: distinct([...subject.paths ?? [], ...(call.locations ?? []).map(place), ...input.paths]).filter(path => !diffs.some(diff => diff.path === path)),
    further: (subject.further ?? input.further).filter(({ value }) => !diffs.some(diff => value === diff.newText || value === diff.oldText)),
    diffs,
    // The title of a question of our own is ours, and often a title is the command once more.
    words: request.from === 'parley' ? [] : words(call).filter(text => text !== input.commandLine),
  }
  const isBlind = facts.commandLine === undefined && facts.url === undefined && facts.paths.length === 0 && facts.diffs.length === 0 && facts.further.length === 0
  return { ...facts, isBlind }
}

/** How much there is to read, in characters and lines: what is long has to be seen to its end first. */
export function isLong(facts: PermissionFacts): boolean {
  const text = [facts.commandLine, ...facts.env.map(({ value }) => value), ...facts.paths, ...facts.diffs.map(diff => `${diff.oldText ?? ''}\n${diff.newText}`), ...facts.further.map(({ value }) => value), ...facts.words].join('\n')
  return text.length > 8 * 1024 || text.split('\n').length > 200
}

function merged(update: ToolCallUpdate, known: ToolCall | undefined): ToolCallUpdate {
  return {
    ...update,
    kind: update.kind ?? known?.kind,
    title: update.title ?? known?.title,
    content: update.content ?? known?.content,
    locations: update.locations ?? known?.locations,
    rawInput: update.rawInput ?? known?.rawInput,
  }
}

function subjectFacts(subject: PermissionEvent['subject']): Partial<PermissionFacts> {
  switch (subject?.kind) {
    case 'command': return { commandLine: subject.commandLine, isShellLine: subject.shell, cwd: subject.cwd, env: subject.env, further: [] }
    case 'path':
    case 'protected_file': return { paths: [subject.path] }
    case undefined: return {}
  }
}

function actionWords({ subject }: PermissionEvent, { kind }: ToolCallUpdate): string {
  if (subject?.kind === 'command')
    return 'run a command that nothing has approved'
  if (subject?.kind === 'protected_file')
    return 'change a protected file'
  if (subject?.kind === 'path')
    return { read: 'read a file outside the folder', write: 'write a file outside the folder', cwd: 'run a command outside the folder' }[subject.access]
  switch (kind) {
    case 'read': return 'read'
    case 'edit': return 'change files'
    case 'delete': return 'delete files'
    case 'move': return 'move files'
    case 'search': return 'search'
    case 'execute': return 'run a command'
    case 'fetch': return 'fetch from the network'
    case 'switch_mode': return 'switch its mode'
    default: return 'use a tool'
  }
}

/** The names that agents give to these facts in their raw input. */
const named = {
  command: ['command', 'cmd', 'commandLine', 'script'],
  cwd: ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory'],
  path: ['file_path', 'filePath', 'path', 'abs_path', 'absolute_path', 'notebook_path', 'filename'],
  url: ['url', 'uri'],
}

function inputFacts(rawInput: unknown): Pick<PermissionFacts, 'commandLine' | 'cwd' | 'url' | 'paths' | 'further' | 'env'> {
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
  const command = take(named.command, value => isText(value) || isTexts(value))
  const args = command === undefined ? undefined : take(['args', 'arguments'], isTexts)
  const cwd = take(named.cwd)
  const url = take(named.url)
  const path = take(named.path)
  return {
    commandLine: command === undefined ? undefined : [command, args ?? []].flat().map((part, index) => index === 0 && !Array.isArray(command) ? String(part) : quoted(String(part))).join(' '),
    cwd: cwd as string | undefined, // `take` found a text
    url: url as string | undefined,
    paths: path === undefined ? [] : [String(path)],
    env: [],
    further: [...input].map(([name, value]) => ({ name, value: printed(value) })),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
}

/** An argument as a person would type it, so that one with spaces does not look like two. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll('\'', '\'\\\'\'')}'`
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

function place({ path, line }: { path: string, line?: number | null }): string {
  return line ? `${path}:${line}` : path
}

function words({ title, content }: ToolCallUpdate): string[] {
  const texts = (content ?? []).flatMap(item => item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [])
  return distinct([title ?? '', ...texts].filter(text => text !== ''))
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
