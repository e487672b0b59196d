import type { Grade } from '../../shared/permission/grade'
import type { Rule } from '../../shared/settings/rules'
import type { SplitCommand } from './shell/splitCommand'
import { commandPattern } from './match/matchCommand'
import { ShellReader } from './shell/shellReader'
import { exactWord, type Word } from './shell/word'

/**
 * The reviewed list of programs that run nothing, read no configuration and no `@file`, and touch nothing but their
 * operands, in any common system's version: by these names, found on the path, with one-letter options. A long option
 * of some could name a list of files.
 */
export const plainPrograms: ReadonlySet<string> = new Set([
  'ls cat head tail wc stat pwd mkdir rmdir touch basename dirname realpath readlink echo true false cut tr uniq nl fold expand unexpand',
  'paste rev cmp comm od sleep seq whoami uname nproc',
].join(' ').split(' '))

const option = /^-[A-Z0-9]*$/i

/** Whether a command is one of a plain program, by words that no one but the program reads. */
function isPlainCommand([program, ...words]: readonly Word[]): boolean {
  return program?.isExact === true && plainPrograms.has(program.text)
    && words.every(({ text, isExact }) => isExact && !text.startsWith('@') && (!text.startsWith('-') || option.test(text)))
}

/** Of the plain programs those that write nothing; the words of some are texts, of the others places. */
const readers: ReadonlySet<string> = new Set(
  'ls cat head tail wc stat realpath readlink cut nl fold expand unexpand paste rev cmp comm od'.split(' '),
)
const tellers: ReadonlySet<string> = new Set('pwd basename dirname echo true false tr sleep seq whoami uname nproc'.split(' '))

/** A plain command that only reads, and the places that it looks at, as its words say them. */
interface PlainRead {
  readonly words: readonly string[]
  readonly places: readonly string[]
  /** It also lists what is in the folders in its folders. */
  readonly isDeep: boolean
}

/** More are looked at by a person. */
const maxPlaces = 200

/** The commands of a line, one or a pipe of several, if each is a plain program that only reads; otherwise why not. */
export function plainReads(line: string): readonly PlainRead[] | { why: string } {
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  const operator = [...reader.operators].find(operator => operator !== '|')
  if (unsure !== undefined || operator !== undefined)
    return { why: unsure ?? `it holds ${operator === '\n' ? 'several lines' : operator}` }
  const reads: PlainRead[] = []
  for (const part of reader.parts) {
    const [name = '', ...rest] = part.map(({ text }) => text)
    if (!isPlainCommand(part) || !(readers.has(name) || tellers.has(name)))
      return { why: `${name} with these words is on no list of what only reads` }
    const places = readers.has(name) ? rest.filter(word => !word.startsWith('-')) : []
    const isListing = name === 'ls'
    reads.push({
      words: [name, ...rest],
      places: isListing && places.length === 0 ? ['.'] : places,
      isDeep: isListing && rest.some(word => /^-.*R/.test(word)),
    })
  }
  return reads.length === 0 || reads.flatMap(({ places }) => places).length > maxPlaces ? { why: 'it is too long' } : reads
}

/**
 * Names of commands that are tried in the sandbox read-only and without network: a wrong one fails there, and is then
 * asked about.
 */
const triedNames: ReadonlySet<string> = new Set([
  ...[...readers, ...tellers],
  ...'rg grep egrep fgrep find fd tree du df file sort uniq diff which jq date id hostname sed awk'.split(' '),
])
const triedGit: ReadonlySet<string> = new Set(
  'status log diff show blame grep ls-files ls-tree rev-parse rev-list describe shortlog cat-file merge-base branch tag remote'.split(' '),
)

/** Whether each command of a line has such a name. What it may do is for the sandbox to hold. */
export function isTriedRead({ parts, unsure }: SplitCommand): boolean {
  return unsure === undefined && parts.length > 0 && parts.every(([program, ...words]) => {
    if (!program?.isExact)
      return false
    const verb = words.find(({ text }, index) => !text.startsWith('-') && words[index - 1]?.text !== '-C')
    return program.text === 'git' ? verb?.isExact === true && triedGit.has(verb.text) : triedNames.has(program.text)
  })
}

/** What allowing a command lets happen, where it does not run in a sandbox. */
export function gradeOfLine({ parts, unsure }: SplitCommand): Grade {
  return unsure === undefined && parts.length > 0 && parts.every(isPlainCommand) ? 'plain' : 'as_you'
}

/** What a rule that allows lets happen; `undefined` for one that is not about commands. */
export function gradeOfRule({ effect, command, toolKind, path, sandbox, anyOption, anyPlace }: Rule): Grade | undefined {
  const isAboutCommands = command !== undefined || (path === undefined && (toolKind === undefined || toolKind === 'execute'))
  if (effect !== 'allow' || !isAboutCommands)
    return undefined
  if (sandbox)
    return 'sandbox'
  const pattern = command === undefined ? undefined : commandPattern(command)
  if (typeof pattern !== 'object')
    return 'as_you'
  // Words that a person lets be anything may be a long option.
  const isWide = pattern.hasRest && (anyOption === true || anyPlace === true)
  return !isWide && isPlainCommand(pattern.words.map(exactWord)) ? 'plain' : 'as_you'
}
