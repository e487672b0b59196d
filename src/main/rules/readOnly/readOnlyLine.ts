import { ShellReader } from '../shell/shellReader'
import { readFind } from './readFind'
import { type GitReading, readGit } from './readGit'
import { type ReadOnlyProgram, readOnlyPrograms } from './readOnlyPrograms'
import { readWords } from './readWords'

/**
 * A place that a command looks at, as its word says it. `names-below`: with those in the folders in it. `hidden-tree`: all that is in it,
 * with the names that begin with a dot.
 */
export interface Reading {
  readonly path: string
  readonly of: 'names' | 'names-below' | 'content' | 'tree' | 'hidden-tree'
}

/** One command of a line that only reads, if what it looks at may be read. */
export interface ReadOnlyCommand {
  readonly words: readonly string[]
  readonly readings: readonly Reading[]
  /** Inherited variables that would change what it does. */
  readonly variables?: RegExp
  /** What git does beyond looking at these places. */
  readonly git?: GitReading
}

/** More places than these are looked at by a person. */
const maxReadings = 200
const maxCommands = 20

/** The commands of a line, one or a pipe of several, if all of them are on the list with words that only read; otherwise why not. */
export function readOnlyLine(line: string): { commands: readonly ReadOnlyCommand[] } | { why: string } {
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  if (unsure !== undefined)
    return { why: unsure }
  const operator = [...reader.operators].find(operator => operator !== '|')
  if (operator !== undefined)
    return { why: `it holds ${operator === '\n' ? 'several lines' : operator}` }
  const open = reader.parts.flat().find(({ isExact }) => !isExact)
  if (open)
    return { why: `only the shell knows what ${open.text} is` }
  const commands: ReadOnlyCommand[] = []
  for (const part of reader.parts) {
    const command = readCommand(part.map(({ text }) => text))
    if ('why' in command)
      return command
    commands.push(command)
  }
  if (commands.length > maxCommands || commands.flatMap(({ readings }) => readings).length > maxReadings)
    return { why: 'it is too long' }
  return { commands }
}

function readCommand(words: readonly string[]): ReadOnlyCommand | { why: string } {
  const [name = '', ...rest] = words
  if (name === 'git') {
    const git = readGit(rest)
    return 'why' in git ? git : { words, git, readings: git.folder === undefined ? [] : [{ path: git.folder, of: 'names' }] }
  }
  if (name === 'find') {
    const found = readFind(rest)
    return 'why' in found ? found : { words, readings: found.paths.map(path => ({ path, of: 'names-below' })) }
  }
  const program = Object.hasOwn(readOnlyPrograms, name) ? readOnlyPrograms[name] : undefined
  return program ? readProgram(words, program) : { why: `${name} is not on the list of programs that only read` }
}

function readProgram(words: readonly string[], program: ReadOnlyProgram): ReadOnlyCommand | { why: string } {
  const read = readWords(words.slice(1), program.options, program)
  if ('why' in read)
    return read
  const { options, variables } = { ...read, variables: program.variables }
  const has = (kind: string): boolean => options.some(option => option.kind === kind)
  const operands = [...read.operands, ...read.rest ?? []]
  if (program.operands === 'texts')
    return { words, readings: [], variables }
  const takesPattern = program.operands === 'pattern' && !has('pattern') && !has('list')
  if (takesPattern && operands.length === 0)
    return { why: 'it names no pattern' }
  const places = takesPattern ? operands.slice(1) : operands
  if (places.length > (program.operands === 'none' ? 0 : program.most ?? Infinity))
    return { why: `${places.at(-1)} is one word too many` }
  // What is read from its input was let pass by the command before it.
  const paths = places.filter(path => path !== '-')
  const isTree = program.readsTrees === true || has('tree')
  const named = paths.length === 0 && (isTree || program.takesFolder) ? ['.'] : paths
  const opensHidden = !program.readsTrees || has('hidden') || options.some(({ kind, value }) => kind === 'glob' && !value!.startsWith('!'))
  const opened = opensHidden ? 'hidden-tree' : 'tree'
  const listed = program.listsTrees || has('below') ? 'names-below' : program.shows
  const of = isTree ? opened : listed
  return { words, readings: named.map(path => ({ path, of })), variables }
}
