import { gitOptions, readOnlyGit } from './readOnlyGit'
import { type GivenOption, readWords } from './readWords'

/** A git command that only reads, if the repository names no programs and what it shows may be read. */
export interface GitReading {
  /** Where it works, if not in the folder that it is started in. */
  readonly folder?: string
  readonly subcommand: string
  /** Words before `--`: commits or paths, which only the repository knows; `rev:path` names one file as it was. */
  readonly operands: readonly string[]
  /** Words after `--`; absent without one. */
  readonly paths?: readonly string[]
  /** It shows what changed in files: with these words git names them. */
  readonly listing?: readonly string[]
}

/** Formats that check signatures run another program. */
const checksSignature = /%G|%\(/
const plainRevision = /^[\w./@~+^{}-]+$/
/** One file of one commit, or of the index. */
export const fileOfCommit = /^([\w./@~+-]+):([^:]+)$/

/** Reads the words after `git`, or says why they may do more than read. */
export function readGit(words: readonly string[]): GitReading | { why: string } {
  const at = subcommandAt(words)
  const name = words[at] ?? ''
  const subcommand = Object.hasOwn(readOnlyGit, name) ? readOnlyGit[name] : undefined
  if (!subcommand)
    return { why: `git ${name} is not on the list of commands that only read` }
  const own = readWords(words.slice(0, at), gitOptions)
  if ('why' in own)
    return own
  const folders = own.options.flatMap(({ kind, value }) => kind === 'path' ? [value!] : [])
  const read = readWords(words.slice(at + 1), subcommand.options, { ...subcommand, anyOrder: true })
  if ('why' in read)
    return read
  const { options, operands, rest } = read
  const all = [...operands, ...rest ?? []]
  const fault = folders.length > 1
    ? 'it names several folders'
    : options.some(({ kind, value }) => kind === 'format' && checksSignature.test(value!))
      ? 'its format may run another program'
      : operandFault(name, subcommand.operands === 'none' ? all : operands, options) ?? pathFault(all)
  if (fault !== undefined)
    return { why: fault }
  const isShown = options.some(({ kind }) => kind === 'content' || kind === 'context')
    || options.some(({ name }) => name === '--word-diff')
    || (subcommand.shows === 'content' && !options.some(({ kind }) => kind === 'names'))
  return {
    folder: folders[0],
    subcommand: name,
    operands,
    paths: rest,
    ...isShown && { listing: options.filter(isSelecting).flatMap(asWords) },
  }
}

function subcommandAt(words: readonly string[]): number {
  let at = 0
  while (words[at]?.startsWith('-'))
    at += words[at] === '-C' ? 2 : 1
  return at
}

function operandFault(subcommand: string, operands: readonly string[], options: readonly GivenOption[]): string | undefined {
  const { operands: takes } = readOnlyGit[subcommand]!
  // Without `--list` the word would be a branch to make.
  if (takes === 'none' && operands.length > 0 && !options.some(({ name }) => name === '--list'))
    return `git ${subcommand} ${operands[0]} may change something`
  if (takes === 'revisions' && !operands.every(word => plainRevision.test(word)))
    return 'what it names is not plain'
  const named = operands.find(word => word.includes(':') && !(subcommand === 'show' && fileOfCommit.test(word)))
  if (named !== undefined && takes !== 'paths')
    return `${named} may name anything in the repository`
  return undefined
}

/** git gives a leading colon a meaning of its own. */
function pathFault(words: readonly string[]): string | undefined {
  const odd = words.find(word => word.startsWith(':') || word.startsWith('^') || word === '')
  return odd === undefined ? undefined : `git gives ${odd || 'an empty word'} a meaning of its own`
}

function isSelecting({ kind, name }: GivenOption): boolean {
  return kind === 'selects' || kind === 'chooses' || name === '-n'
}

function asWords({ name, value }: GivenOption): string[] {
  if (value === undefined)
    return [name]
  return name.startsWith('--') ? [`${name}=${value}`] : [`${name}${value}`]
}
