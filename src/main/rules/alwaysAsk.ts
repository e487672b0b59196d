import { relative } from 'node:path'
import { isWithin } from '../../shared/paths'
import { isRiskyVariable } from '../../shared/permission/environmentSafety'
import { isInterpreter, isShell } from '../../shared/text/interpreters'
import { alwaysAskCommands, joinWordsForMatching } from './alwaysAskCommands'
import { expandPatterns } from './match/expandPattern'
import { listCandidates } from './match/matchCommand'
import { getCommandName, type Word } from './shell/word'
import { type CommandPlace, isWide, staysInside, trackFolders } from './trackFolders'
import { resolvePathsInWord } from './wordNames'

const downloads = /^(?:curl|wget|fetch|http|https|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)$/
/** Special shell variables with earlier arguments: `$_`, `$1`, `$@`. */
const argumentVariables = /\$\{?[\d@*_](?!\w)/
const recursive = /^(?:-[A-QS-Za-qs-z]*[Rr][A-Za-z]*|--r\S*)$/ // programs accept abbreviated long options
/** Programs that run a command for each of their inputs. */
const feeders = /^(?:xargs|parallel|fd)$/

/** The context of commands: their folders, protected names, and variables. */
export interface CommandContext extends CommandPlace {
  readonly isProtected: (path: string) => boolean
  /** Names of the environment variables that the command is started with. */
  readonly variables?: readonly string[]
}

/** Why these commands need permission each time, even if a rule allows them; `undefined` if they do not. */
export function findAskReason(parts: readonly (readonly Word[])[], context: CommandContext): string | undefined {
  const why = findReason(parts, context)
  if (why !== undefined || !parts.flat().some(({ isPattern }) => isPattern))
    return why
  const expanded = expandPatterns(parts, context)
  const open = expanded.flat().find(({ isPattern }) => isPattern)
  return open ? `it cannot be told which files ${open.text} stands for` : findReason(expanded, context)
}

function findReason(parts: readonly (readonly Word[])[], context: CommandContext): string | undefined {
  const variable = parts.flat().find(({ text }) => isRiskyAssignment(text))
  if (variable)
    return `it sets ${variable.text.split('=')[0]}, which changes what runs`
  const all = parts.flatMap(listCandidates)
  const names = all.map(words => getCommandName(words[0]))
  if (names.some(name => downloads.test(name)) && (names.some(name => isInterpreter(name)) || parts.some(runsFile)))
    return 'it fetches something and can run it'
  const listed = all.map(findListedReason).find(why => why !== undefined)
  if (listed !== undefined)
    return listed
  if (parts.some(runsStdin))
    return 'it runs what it is given as input'
  if (parts.length > 1 && names.some(name => /^(?:ln|mount)$/.test(name)))
    return 'it makes a link that later commands may follow as a folder'
  const reached = trackFolders([...parts, ...all], context)
  if ('why' in reached)
    return reached.why
  if (all.some(words => mayDestroy(words, reached.places, context)))
    return 'it can hit the whole home, disk or folder, or places outside'
  const written = parts.flat().find(({ text }) =>
    listNames(text).some(context.isProtected) || linksToProtected(text, reached.places, context))
  return written
    ? `it names ${written.text}, which can change what runs later or holds secrets`
    : findUnknownWord(parts, context.variables ?? [])
}

/** Whether a word names a link to a protected file in the thread's folders. For paths elsewhere, rules decide. */
function linksToProtected(
  text: string,
  places: readonly string[],
  { folders, realPath, isProtected }: CommandContext,
): boolean {
  return (resolvePathsInWord(text, places) ?? []).some((path) => {
    const real = realPath(path)
    const home = real === undefined ? undefined : folders.find(folder => isWithin(real, folder, process.platform))
    return home !== undefined && real !== path && isProtected(relative(home, real!))
  })
}

function isRiskyAssignment(text: string): boolean {
  const [, name, value] = /^([A-Z_]\w*)\+?=(.*)$/is.exec(text) ?? []
  return name !== undefined && isRiskyVariable({ name, value: value ?? '' })
}

function findListedReason(words: readonly Word[]): string | undefined {
  const name = getCommandName(words[0])
  const rest = joinWordsForMatching(name, words.slice(1).map(({ text }) => text))
  return alwaysAskCommands.find(entry => entry.names.test(name) && (entry.words?.test(rest) ?? true))?.why
}

/** Whether the command runs a file by path, other than a system program. */
function runsFile([program]: readonly Word[]): boolean {
  return program !== undefined && program.text.includes('/') && !/^\/(?:usr|bin|sbin|opt|nix)\//.test(program.text)
}

/** Whether the command is an interpreter without a script argument, so that it runs its stdin. */
function runsStdin(part: readonly Word[]): boolean {
  return listCandidates(part).some((words) => {
    const name = getCommandName(words[0])
    const rest = words.slice(1).map(({ text }) => text)
    if (!isInterpreter(name) || rest.some(text => /^(?:-v|-V|--version|-h|--help)$/.test(text)))
      return false
    return rest.every(text => text.startsWith('-'))
      || rest.some(text => /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(text))
      || (isShell(name) && rest.some(text => /^-[a-rt-z]*s[a-z]*$/.test(text)))
  })
}

/** Whether the command deletes or changes trees that may be outside the thread's folders or contain them. */
function mayDestroy(words: readonly Word[], places: readonly string[], place: CommandPlace): boolean {
  const name = getCommandName(words[0])
  const isRisky = (word: Word): boolean =>
    !word.text.startsWith('-') && (isWide(word, place) || !staysInside(word, places, place))
  if (feeders.test(name))
    return words.some(word => /^(?:rm|mv|unlink|shred|truncate|chmod|chown|chgrp)$/.test(getCommandName(word)))
  if (name === 'find' && words.some(({ text }) => text === '-delete')) {
    const end = words.findIndex(({ text }, index) => index > 0 && /^[-(!]/.test(text))
    const starts = words.slice(1, end)
    return starts.length === 0 || starts.some(isRisky)
  }
  const isTree = /^(?:rm|chmod|chown|chgrp)$/.test(name) && words.some(({ text }) => recursive.test(text))
  return (isTree || name === 'mv') && words.slice(1).some(isRisky)
}

/** Possible paths in a word: the whole word, and the text after `=`, an option's letter, `@` or `:`. */
function listNames(text: string): string[] {
  return [
    text,
    text.replace(/^[^=]*=/, ''),
    text.replace(/^-[A-Z]/i, ''),
    text.replace(/^.*@/s, ''),
    text.replace(/^.*:/s, ''),
  ]
}

/**
 * Explains why operands of these commands are unknown, or returns `undefined`: a command substitution, a variable that
 * the line or the agent sets, or a pattern that matches hidden files. Other variables are trusted, because they are the
 * person's own.
 */
function findUnknownWord(parts: readonly (readonly Word[])[], given: readonly string[]): string | undefined {
  const words = parts.flat()
  const open = words.filter(({ isExact }) => !isExact).map(({ text }) => text)
  if (open.some(text => /\$\(|`/.test(text)))
    return 'it builds a word from what another command prints'
  if (open.some(text => /(?:^|\/)\.[^/]*[*?[{]|[{,]\./.test(text)))
    return 'it names hidden files by a pattern'
  const own = new Set([...given, ...parts.flatMap(findAssigned)])
  const used = open.flatMap(text => [...text.matchAll(/\$\{?([A-Z_]\w*)/gi)].map(([, name]) => name!))
  return used.some(name => own.has(name)) || open.some(text => argumentVariables.test(text))
    ? 'it uses variables that it sets itself'
    : undefined
}

function findAssigned(words: readonly Word[]): string[] {
  const assigned = words.flatMap(({ text }) => /^([A-Z_]\w*)\+?=/i.exec(text)?.[1] ?? [])
  return /^(?:read|printf|getopts|wait|declare|typeset|local|export|readonly)$/.test(getCommandName(words[0]))
    ? [...assigned, ...words.map(({ text }) => text)]
    : assigned
}
