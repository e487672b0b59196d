import { dirname, resolve } from 'node:path'
import { isInterpreter } from '../../../shared/text/interpreters'
import { candidates } from '../match/matchCommand'
import { commandName, type Word } from '../shell/word'
import { type DecidingProgram, decidingPrograms, projectTool } from './decidingPrograms'
import { scriptsOf } from './scriptsOf'

/** Where something may lie that decides what a command runs. */
export type DecidingPlace
  /** A file, and what it takes in; `roots` are where names in it may begin, besides its own folder. */
  = | { readonly kind: 'file', readonly path: string, readonly program?: DecidingProgram, readonly roots?: readonly string[] }
  /** A script, and what it takes in; `root` is where the names in it begin. */
    | { readonly kind: 'script', readonly path: string, readonly root: string }
  /** Files of these names in a folder, or around a file, and in the folders above. */
    | {
      readonly kind: 'upwards'
      readonly from: string
      readonly names: readonly string[]
      readonly program?: DecidingProgram
      readonly roots?: readonly string[]
    }
  /** A folder where Python looks for modules before its own: a new name there hides one. */
    | { readonly kind: 'modules', readonly folder: string }
    | { readonly kind: 'repository', readonly from: string }
  /** Only the shell knows what it is. */
    | { readonly kind: 'unknown', readonly text: string }

const maxDepth = 3
/** How many words of one command are looked at as programs that it starts. */
const maxStarted = 8
/** `vitest@2` and `@scope/vitest` are started as `vitest`; a word with more to it is a file. */
const startedTool = /^(?:@[\w-]+\/)?([\w-]+)(?:@[^/]*)?$/

/** Where to look for what decides what these commands run, each started in each of the folders. */
export function decidingPlaces(parts: readonly (readonly Word[])[], cwds: readonly string[]): DecidingPlace[] {
  const places = cwds.flatMap(cwd => parts.flatMap(candidates).flatMap(words => placesOf(words, cwd)))
  return [...new Map(places.map(place => [keyOf(place), place])).values()]
}

function placesOf(words: readonly Word[], cwd: string, depth = 0): DecidingPlace[] {
  const [program, ...rest] = words
  if (program === undefined || depth > maxDepth)
    return []
  const name = commandName(program)
  const scripts = scriptsOf(words)
  const rows = decidingPrograms.filter(row => row.names.test(name) && (row.verbs?.test(rest[0]?.text ?? '') ?? true))
  const tool = depth > 0 ? startedTool.exec(program.text)?.[1] : undefined
  if (tool !== undefined)
    rows.push(projectTool(tool))
  return [
    ...program.text.includes('/') ? programPlaces(program, cwd) : [],
    ...scripts.map(script => scriptAt(script, words, cwd)),
    ...modulePlaces(words, cwd, depth),
    // The other words of an interpreter are its program's.
    ...rows.flatMap(row => rowPlaces(row, isInterpreter(name) ? scripts : rest, cwd)),
    ...rows.some(row => row.startsPrograms) ? startedPlaces(rest, cwd, depth) : [],
  ]
}

function rowPlaces(row: DecidingProgram, rest: readonly Word[], cwd: string): DecidingPlace[] {
  const { files = [], fileOptions = [], readsRepository } = row
  // `-C sub`, `-Csub`, `--prefix=sub` and a plain `sub` all name a folder.
  const folders = rest.map(({ text }) => resolve(cwd, text.replace(/^-[^=]*=/, '').replace(/^-C/, '')))
  const froms = [...new Set([cwd, ...folders])]
  return [
    ...files.length > 0 ? froms.map(from => ({ kind: 'upwards', from, names: files, program: row, roots: froms }) as const) : [],
    ...fileOptions.flatMap(option => valuesOf(option, rest)).map(word => ({ ...fileAt(word, cwd, row), roots: froms })),
    ...readsRepository ? froms.map(from => ({ kind: 'repository', from }) as const) : [],
  ]
}

/** A program of the project's; what is in a virtual environment says where its modules are. */
function programPlaces(program: Word, cwd: string): DecidingPlace[] {
  return [fileAt(program, cwd), { kind: 'upwards', from: dirname(resolve(cwd, program.text)), names: ['pyvenv.cfg'] }]
}

/** The programs of the project that words may name, and what decides about those. */
function startedPlaces(rest: readonly Word[], cwd: string, depth: number): DecidingPlace[] {
  return rest.slice(0, maxStarted).flatMap(({ text }, index) => /^[\w@][\w@./-]*$/.test(text)
    ? [
        { kind: 'upwards', from: cwd, names: [`node_modules/.bin/${text.replace(/(?<=.)@[^/]*$/, '')}`] } as const,
        ...placesOf(rest.slice(index), cwd, depth + 1),
      ]
    : [])
}

/** Python looks for modules beside its script, or where it runs, before anywhere else. */
function modulePlaces(words: readonly Word[], cwd: string, depth: number): DecidingPlace[] {
  if (!isPython(words) || words.some(({ text }) => /^-[a-zA-Z]*[IP]/.test(text)))
    return []
  const at = words.findIndex(({ text }) => /^-[a-zA-Z]*m/.test(text))
  const named = at < 0 ? '' : words[at]!.text.replace(/^-[a-zA-Z]*?m/, '') || (words[at + 1]?.text ?? '')
  if (named === '') {
    const scripts = scriptsOf(words)
    return [cwd, ...scripts.map(({ text }) => dirname(resolve(cwd, text)))]
      .filter((_, index) => index > 0 || scripts.length === 0)
      .map(folder => ({ kind: 'modules', folder }))
  }
  const path = named.replaceAll('.', '/')
  return [
    { kind: 'modules', folder: cwd },
    ...[`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`]
      .map(file => ({ kind: 'script', path: resolve(cwd, file), root: cwd }) as const),
    ...placesOf([{ text: named, isExact: true }, ...words.slice(at + 2)], cwd, depth + 1),
  ]
}

function valuesOf(option: string, words: readonly Word[]): Word[] {
  return words.flatMap((word, index) => {
    if (word.text === option)
      return words[index + 1] ?? []
    const prefix = option.startsWith('--') ? `${option}=` : option
    return word.text.startsWith(prefix) ? [{ ...word, text: word.text.slice(prefix.length) }] : []
  })
}

function fileAt({ text, isExact }: Word, cwd: string, program?: DecidingProgram): DecidingPlace {
  return isExact ? { kind: 'file', path: resolve(cwd, text), program } : { kind: 'unknown', text }
}

/** A script of its own; a test runs whatever the project holds, as its rule says. */
function scriptAt(script: Word, words: readonly Word[], cwd: string): DecidingPlace {
  const isTest = words.slice(1).some(({ text }) => text === '--test' || text === 'test')
  if (!script.isExact || isTest)
    return fileAt(script, cwd)
  const path = resolve(cwd, script.text)
  return { kind: 'script', path, root: isPython(words) ? dirname(path) : cwd }
}

function isPython([program]: readonly Word[]): boolean {
  return /^python[\d.]*$/.test(commandName(program))
}

function keyOf({ kind, ...place }: DecidingPlace): string {
  return JSON.stringify([kind, place])
}
