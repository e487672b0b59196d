import type { Grade } from '../../shared/permission/grade'
import type { Rule } from '../../shared/settings/rules'
import type { SplitCommand } from './shell/splitCommand'
import { parseCommandPattern } from './match/matchCommand'
import { ShellReader } from './shell/shellReader'
import { createExactWord, type Word } from './shell/word'

/**
 * Reviewed programs that run no other program, read no configuration or `@file`, and touch only their operands, on all
 * common platforms. Applies only to programs found on PATH and to short options, because some have a long option that
 * reads a list of files.
 */
export const plainPrograms: ReadonlySet<string> = new Set([
  'ls cat head tail wc stat pwd mkdir rmdir touch basename dirname realpath readlink echo true false cut tr uniq nl fold expand unexpand',
  'paste rev cmp comm od sleep seq whoami uname nproc',
].join(' ').split(' '))

const option = /^-[A-Z0-9]*$/i

/** Whether a command runs a plain program with literal words and short options only. */
function isPlainCommand([program, ...words]: readonly Word[]): boolean {
  return program?.isExact === true && plainPrograms.has(program.text)
    && words.every(({ text, isExact }) =>
      isExact && !text.startsWith('@') && (!text.startsWith('-') || option.test(text)),
    )
}

// Plain programs that write nothing. Operands of readers are paths; operands of printers are text.
const readers: ReadonlySet<string> = new Set(
  'ls cat head tail wc stat realpath readlink cut nl fold expand unexpand paste rev cmp comm od'.split(' '),
)
const printers: ReadonlySet<string> = new Set('pwd basename dirname echo true false tr sleep seq whoami uname nproc'.split(' '))

/** A plain command that only reads, and the paths it reads, as written. */
interface PlainRead {
  readonly words: readonly string[]
  readonly places: readonly string[]
  /** Lists folders recursively. */
  readonly isDeep: boolean
}

/** Beyond this number of paths, the person decides. */
const maxPlaces = 200

/** Parses the commands of a line or pipe. Returns the reason unless all of them are plain programs that only read. */
export function parsePlainReads(line: string): readonly PlainRead[] | { why: string } {
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  const operator = [...reader.operators].find(operator => operator !== '|')
  if (unsure !== undefined || operator !== undefined)
    return { why: unsure ?? `it holds ${operator === '\n' ? 'several lines' : operator}` }
  const reads: PlainRead[] = []
  for (const part of reader.parts) {
    const [name = '', ...rest] = part.map(({ text }) => text)
    if (!isPlainCommand(part) || !(readers.has(name) || printers.has(name)))
      return { why: `${name} with these words is on no list of what only reads` }
    const places = readers.has(name) ? rest.filter(word => !word.startsWith('-')) : []
    const isListing = name === 'ls'
    reads.push({
      words: [name, ...rest],
      places: isListing && places.length === 0 ? ['.'] : places,
      isDeep: isListing && rest.some(word => /^-.*R/.test(word)),
    })
  }
  return reads.length === 0 || reads.flatMap(({ places }) => places).length > maxPlaces
    ? { why: 'it is too long' }
    : reads
}

/**
 * Commands to try in a read-only sandbox without network. A command that writes fails there, and then needs permission.
 */
const trialPrograms: ReadonlySet<string> = new Set([
  ...[...readers, ...printers],
  ...'rg grep egrep fgrep find fd tree du df file sort uniq diff which jq date id hostname sed awk'.split(' '),
])
const trialGitCommands: ReadonlySet<string> = new Set(
  'status log diff show blame grep ls-files ls-tree rev-parse rev-list describe shortlog cat-file merge-base branch tag remote'.split(' '),
)

/** Whether all commands of a line may be tried. The sandbox enforces that they only read. */
export function isTrialRead({ parts, unsure }: SplitCommand): boolean {
  return unsure === undefined && parts.length > 0 && parts.every(([program, ...words]) => {
    if (!program?.isExact)
      return false
    const verb = words.find(({ text }, index) => !text.startsWith('-') && words[index - 1]?.text !== '-C')
    return program.text === 'git'
      ? verb?.isExact === true && trialGitCommands.has(verb.text)
      : trialPrograms.has(program.text)
  })
}

/** The risk of allowing a command outside the sandbox. */
export function gradeLine({ parts, unsure }: SplitCommand): Grade {
  return unsure === undefined && parts.length > 0 && parts.every(isPlainCommand) ? 'plain' : 'as_you'
}

/** The risk of an allow rule; `undefined` for a rule that is not about commands. */
export function gradeRule({ effect, command, toolKind, path, sandbox, anyOption, anyPlace }: Rule): Grade | undefined {
  const isAboutCommands = command !== undefined
    || (path === undefined && (toolKind === undefined || toolKind === 'execute'))
  if (effect !== 'allow' || !isAboutCommands)
    return undefined
  if (sandbox)
    return 'sandbox'
  const pattern = command === undefined ? undefined : parseCommandPattern(command)
  if (typeof pattern !== 'object')
    return 'as_you'
  // Unrestricted words may include a long option.
  const isWide = pattern.hasRest && (anyOption === true || anyPlace === true)
  return !isWide && isPlainCommand(pattern.words.map(createExactWord)) ? 'plain' : 'as_you'
}
