import type { Environment } from '../system/environment/mergeEnvironment'
import { realpathSync } from 'node:fs'
import { HostError } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { type EditorSetting, knownEditors, terminalPrograms } from '../../shared/settings/editors'
import { expandHome, isExecutable, listCommandCandidates } from '../system/commandOnPath'

/** A location in a file. */
export interface FilePlace {
  /** Absolute real path. */
  readonly path: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** A program and its arguments, to be started without a shell. */
export interface ProgramRun {
  readonly file: string
  readonly args: readonly string[]
}

/** Paths without characters that are special to any shell or editor. */
const plainPath = /^[\p{L}\p{N}_./\\:@+,=-]+$/u
const embeddedPathMessage = 'Its name holds characters that may mean something else in the words of your editor. '
  + 'In settings.json, make {path} a word of its own.'

type Search = Pick<ProgramSearch, 'outside' | 'platform'> & { readonly environment: Environment }

/** The command that opens a location in an editor. `undefined` if the editor, or the terminal it needs, is missing. */
export function buildEditorCommand(editor: EditorSetting, place: FilePlace, search: Search): ProgramRun | undefined {
  if (typeof editor !== 'string') {
    if (!plainPath.test(place.path) && editor.args.some(embedsPath))
      throw new HostError('unsupported', embeddedPathMessage)
    const file = findProgram({ names: [editor.command], ...search })
    return file === undefined ? undefined : { file, args: buildArguments(editor.args, place) }
  }
  const known = Object.hasOwn(knownEditors, editor) ? knownEditors[editor] : undefined
  const file = findEditor(editor, search)
  if (!known || file === undefined)
    return undefined
  const args = fill(place.line === undefined ? known.args : known.argsAt, place)
  return known.isInTerminal && searchPlatform(search) !== 'win32' ? inTerminal({ file, args }, search) : { file, args }
}

/** The path of a known editor. `undefined` if it, or the terminal it needs, is missing. */
export function findEditor(id: string, search: Search): string | undefined {
  const editor = Object.hasOwn(knownEditors, id) ? knownEditors[id] : undefined
  if (!editor)
    return undefined
  const platform = searchPlatform(search)
  const names = platform === 'win32' ? editor.programs.map(name => `${name}.exe`) : editor.programs
  const file = findProgram({ names, places: editor.places?.[platform], ...search })
  const isHeld = !editor.isInTerminal
    || platform === 'win32'
    || inTerminal({ file: '', args: [] }, search) !== undefined
  return isHeld ? file : undefined
}

/**
 * Whether editors would read part of this path as a line number: many open `a:3` as line 3 of `a`, which is a different
 * file. Parley does not open such files.
 */
export function looksLikeLineReference(path: string): boolean {
  return /:\d/.test(path.slice(2)) // skips a drive letter and its colon
}

/** Whether editors open this file as a project, including the tasks and settings it defines. */
export function opensProject(path: string): boolean {
  return /\.(?:code-workspace|sublime-(?:project|workspace)|ipr|iws|slnx?)$/i.test(path)
}

function inTerminal({ file, args }: ProgramRun, search: Search): ProgramRun | undefined {
  for (const terminal of terminalPrograms) {
    const found = findProgram({ names: [terminal.program], ...search })
    if (found !== undefined)
      return { file: found, args: [...terminal.args, file, ...args] }
  }
  return undefined
}

/**
 * Whether an argument embeds the path in other text, such as code for a shell or an editor (`sh -c`, `--eval`), in
 * which a path chosen by an agent could be a command.
 */
function embedsPath(word: string): boolean {
  return word.includes('{path}') && !/^(?:-[\w-]+=)?\{path\}(?:[:,+]\{(?:line|column)\})*$/.test(word)
}

/** Appends the path if the person's arguments do not place it. */
function buildArguments(args: readonly string[], place: FilePlace): string[] {
  return fill(args.some(word => word.includes('{path}')) ? args : [...args, '{path}'], place)
}

function fill(words: readonly string[], { path, line = 1, column = 1 }: FilePlace): string[] {
  const values: Readonly<Record<string, string>> = { path, line: String(line), column: String(column) }
  // In a single pass, because a path may contain "{line}".
  return words.map(word => word.replace(/\{(path|line|column)\}/g, (_, name: string) => values[name]!))
}

function searchPlatform({ platform = process.platform }: Search): NodeJS.Platform {
  return platform
}

interface ProgramSearch {
  /** Names on PATH, or absolute paths. */
  readonly names: readonly string[]
  /** Other possible paths, which may contain `~` and `%NAME%`. */
  readonly places?: readonly string[] | undefined
  readonly environment: Environment
  /**
   * Real paths of folders that an agent works in. Programs in them are ignored, because an agent may have created them.
   */
  readonly outside: readonly string[]
  readonly platform?: NodeJS.Platform
}

/** Finds a program that can be started without a shell, and returns its absolute path. */
function findProgram({
  names,
  places = [],
  environment,
  outside,
  platform = process.platform,
}: ProgramSearch): string | undefined {
  const onPath = names.flatMap(name =>
    listCommandCandidates({
      command: expandHome(name, environment, platform),
      environment: toStartable(environment, platform),
      platform,
    }))
  const elsewhere = places.flatMap(place => expandPlace(place, environment, platform) ?? [])
  return [...onPath, ...elsewhere].find(file =>
    isStartable(file, platform) && isExecutable(file, platform) && !isInside(file, outside, platform))
}

/** Excludes Windows scripts (`.cmd`), because they run in a shell, which interprets arguments. */
function toStartable(environment: Environment, platform: NodeJS.Platform): Environment {
  return platform === 'win32' ? { ...environment, PATHEXT: '.EXE' } : environment
}

function isStartable(file: string, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' || /^[a-z]:\\.*\.exe$/i.test(file)
}

/** Tests the path itself and its real path. Fails closed: an unreadable path counts as inside. */
function isInside(file: string, folders: readonly string[], platform: NodeJS.Platform): boolean {
  if (folders.some(folder => isWithin(file, folder, platform)))
    return true
  try {
    const real = realpathSync(file)
    return folders.some(folder => isWithin(real, folder, platform))
  }
  catch {
    return true // removed meanwhile, or unreadable
  }
}

function expandPlace(place: string, environment: Environment, platform: NodeJS.Platform): string | undefined {
  let isKnown = true
  const path = expandHome(place, environment, platform).replace(/%(\w+)%/g, (_, name: string) => {
    const value = environment[Object.keys(environment).find(key => key.toUpperCase() === name.toUpperCase()) ?? '']
    isKnown &&= value !== undefined
    return value ?? ''
  })
  return isKnown ? path : undefined
}
