import type { Environment } from '../system/environment/mergeEnvironment'
import { realpathSync } from 'node:fs'
import { HostError } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { type EditorSetting, knownEditors, terminalPrograms } from '../../shared/settings/editors'
import { commandCandidates, expandHome, isExecutable } from '../system/commandOnPath'

/** A file that is shown, and where in it. */
export interface FilePlace {
  /** Absolute, with links followed. */
  readonly path: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** A program and its words: what is started, without a shell. */
export interface ProgramRun {
  readonly file: string
  readonly args: readonly string[]
}

/** A path of which every program that reads text makes the same. */
const isPlain = /^[\p{L}\p{N}_./\\:@+,=-]+$/u
const sayMoreWords = 'Its name holds characters that may mean something else in the words of your editor. '
  + 'In settings.json, make {path} a word of its own.'

/** What to look for, and where not. */
type Search = Pick<ProgramSearch, 'outside' | 'platform'> & { readonly environment: Environment }

/** What opens that place in that editor; `undefined` where the editor, or a terminal to hold it, is not found. */
export function editorCommand(editor: EditorSetting, place: FilePlace, search: Search): ProgramRun | undefined {
  if (typeof editor !== 'string') {
    if (!isPlain.test(place.path) && editor.args.some(saysMore))
      throw new HostError('unsupported', sayMoreWords)
    const file = findProgram({ names: [editor.command], ...search })
    return file === undefined ? undefined : { file, args: ownArguments(editor.args, place) }
  }
  const known = Object.hasOwn(knownEditors, editor) ? knownEditors[editor] : undefined
  const file = findEditor(editor, search)
  if (!known || file === undefined)
    return undefined
  const args = fill(place.line === undefined ? known.args : known.argsAt, place)
  return known.isInTerminal && platformOf(search) !== 'win32' ? inTerminal({ file, args }, search) : { file, args }
}

/** Where a known editor is; `undefined` if it is not, or if it needs a terminal and there is none. */
export function findEditor(id: string, search: Search): string | undefined {
  const editor = Object.hasOwn(knownEditors, id) ? knownEditors[id] : undefined
  if (!editor)
    return undefined
  const platform = platformOf(search)
  const names = platform === 'win32' ? editor.programs.map(name => `${name}.exe`) : editor.programs
  const file = findProgram({ names, places: editor.places?.[platform], ...search })
  const isHeld = !editor.isInTerminal || platform === 'win32' || inTerminal({ file: '', args: [] }, search) !== undefined
  return isHeld ? file : undefined
}

/**
 * Whether editors take a part of this path for a line: `a:3` in many of them is line 3 of `a`, which is another file,
 * or a folder. Such a file is not opened.
 */
export function looksLikePlace(path: string): boolean {
  return /:\d/.test(path.slice(2)) // a drive's letter and colon aside
}

/**
 * Whether editors open a whole project by this file, with the tasks and settings that it names, as they would by a
 * folder.
 */
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
 * Whether a word holds more than the path and a place in it: what is said to a shell or an editor's own language (`sh
 * -c`, `--eval`), in which a path that an agent chose could be a command.
 */
function saysMore(word: string): boolean {
  return word.includes('{path}') && !/^(?:-[\w-]+=)?\{path\}(?:[:,+]\{(?:line|column)\})*$/.test(word)
}

/** The path goes to the end where the person's words do not say where. */
function ownArguments(args: readonly string[], place: FilePlace): string[] {
  return fill(args.some(word => word.includes('{path}')) ? args : [...args, '{path}'], place)
}

function fill(words: readonly string[], { path, line = 1, column = 1 }: FilePlace): string[] {
  const values: Readonly<Record<string, string>> = { path, line: String(line), column: String(column) }
  // In one go: a path may itself hold "{line}".
  return words.map(word => word.replace(/\{(path|line|column)\}/g, (_, name: string) => values[name]!))
}

function platformOf({ platform = process.platform }: Search): NodeJS.Platform {
  return platform
}

/** What `findProgram` looks for, and where. */
interface ProgramSearch {
  /** Names on PATH, or absolute paths. */
  readonly names: readonly string[]
  /** Where else it may lie, with `~` and `%NAME%`. */
  readonly places?: readonly string[] | undefined
  readonly environment: Environment
  /** Real paths of folders that an agent works in: what lies there is no program of the person's. */
  readonly outside: readonly string[]
  readonly platform?: NodeJS.Platform
}

/** The absolute path of a program that can be started without a shell; `undefined` where none is there. */
function findProgram({ names, places = [], environment, outside, platform = process.platform }: ProgramSearch): string | undefined {
  const onPath = names.flatMap(name =>
    commandCandidates({ command: expandHome(name, environment, platform), environment: startable(environment, platform), platform }))
  const elsewhere = places.flatMap(place => expandPlace(place, environment, platform) ?? [])
  return [...onPath, ...elsewhere].find(file =>
    isStartable(file, platform) && isExecutable(file, platform) && !isInside(file, outside, platform))
}

/** Scripts of Windows (`.cmd`) run in a shell, which reads more into an argument than a path. */
function startable(environment: Environment, platform: NodeJS.Platform): Environment {
  return platform === 'win32' ? { ...environment, PATHEXT: '.EXE' } : environment
}

function isStartable(file: string, platform: NodeJS.Platform): boolean {
  return platform !== 'win32' || /^[a-z]:\\.*\.exe$/i.test(file)
}

/** By its own path or by what a link at it leads to. What cannot be told counts as inside. */
function isInside(file: string, folders: readonly string[], platform: NodeJS.Platform): boolean {
  if (folders.some(folder => isWithin(file, folder, platform)))
    return true
  try {
    const real = realpathSync(file)
    return folders.some(folder => isWithin(real, folder, platform))
  }
  catch {
    return true // gone again, or not to be looked at
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
