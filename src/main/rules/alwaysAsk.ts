import { relative } from 'node:path'
import { isWithin } from '../../shared/paths'
import { isRiskyVariable } from '../../shared/permission/environmentSafety'
import { isInterpreter, isShell } from '../../shared/text/interpreters'
import { alwaysAskCommands, listedWords } from './alwaysAskCommands'
import { candidates } from './match/matchCommand'
import { meantParts } from './match/meantParts'
import { type CommandPlace, isWide, placesReached, staysInside } from './placesReached'
import { commandName, type Word } from './shell/word'
import { pathsInWord } from './wordNames'

const downloads = /^(?:curl|wget|fetch|http|https|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)$/
/** Variables that the shell sets from earlier words: `$_`, `$1`, `$@`. */
const earlierWords = /\$\{?[\d@*_](?!\w)/
const recursive = /^(?:-[A-QS-Za-qs-z]*[Rr][A-Za-z]*|--r\S*)$/ // programs take an abbreviated long option for the whole
/** Programs that run a command on what they find or are given. */
const feeders = /^(?:xargs|parallel|fd)$/

/** What the list is asked with besides the commands: where they work, and which names are protected. */
export interface CommandContext extends CommandPlace {
  readonly isProtected: (path: string) => boolean
  /** The names of the variables that are set for the command when it is started. */
  readonly variables?: readonly string[]
}

/** Why these commands are asked about each time even where a rule allows them, or `undefined`. */
export function alwaysAsk(parts: readonly (readonly Word[])[], context: CommandContext): string | undefined {
  const why = reasonOf(parts, context)
  if (why !== undefined || !parts.flat().some(({ isPattern }) => isPattern))
    return why
  const meant = meantParts(parts, context)
  const open = meant.flat().find(({ isPattern }) => isPattern)
  return open ? `it cannot be told which files ${open.text} stands for` : reasonOf(meant, context)
}

function reasonOf(parts: readonly (readonly Word[])[], context: CommandContext): string | undefined {
  const variable = parts.flat().find(({ text }) => isRiskyAssignment(text))
  if (variable)
    return `it sets ${variable.text.split('=')[0]}, which changes what runs`
  const all = parts.flatMap(candidates)
  const names = all.map(words => commandName(words[0]))
  if (names.some(name => downloads.test(name)) && (names.some(name => isInterpreter(name)) || parts.some(runsFile)))
    return 'it fetches something and can run it'
  const listed = all.map(listedReason).find(why => why !== undefined)
  if (listed !== undefined)
    return listed
  if (parts.some(runsItsInput))
    return 'it runs what it is given as input'
  if (parts.length > 1 && names.some(name => /^(?:ln|mount)$/.test(name)))
    return 'it makes a link that later commands may follow as a folder'
  const reached = placesReached([...parts, ...all], context)
  if ('why' in reached)
    return reached.why
  if (all.some(words => wipes(words, reached.places, context)))
    return 'it can hit the whole home, disk or folder, or places outside'
  const written = parts.flat().find(({ text }) =>
    namesIn(text).some(context.isProtected) || leadsToProtected(text, reached.places, context))
  return written
    ? `it names ${written.text}, which can change what runs later or holds secrets`
    : unknownWord(parts, context.variables ?? [])
}

/** Whether a word names a link to a protected file in the folder. What it names elsewhere is for the rules to judge. */
function leadsToProtected(text: string, places: readonly string[], { folders, realPath, isProtected }: CommandContext): boolean {
  return (pathsInWord(text, places) ?? []).some((path) => {
    const real = realPath(path)
    const home = real === undefined ? undefined : folders.find(folder => isWithin(real, folder, process.platform))
    return home !== undefined && real !== path && isProtected(relative(home, real!))
  })
}

function isRiskyAssignment(text: string): boolean {
  const [, name, value] = /^([A-Z_]\w*)\+?=(.*)$/is.exec(text) ?? []
  return name !== undefined && isRiskyVariable({ name, value: value ?? '' })
}

function listedReason(words: readonly Word[]): string | undefined {
  const name = commandName(words[0])
  const rest = listedWords(name, words.slice(1).map(({ text }) => text))
  return alwaysAskCommands.find(entry => entry.names.test(name) && (entry.words?.test(rest) ?? true))?.why
}

/** Whether it runs a file by its place, other than a program of the system's. */
function runsFile([program]: readonly Word[]): boolean {
  return program !== undefined && program.text.includes('/') && !/^\/(?:usr|bin|sbin|opt|nix)\//.test(program.text)
}

/** Whether it is an interpreter without a program to run, so that it reads one from its input. */
function runsItsInput(part: readonly Word[]): boolean {
  return candidates(part).some((words) => {
    const name = commandName(words[0])
    const rest = words.slice(1).map(({ text }) => text)
    if (!isInterpreter(name) || rest.some(text => /^(?:-v|-V|--version|-h|--help)$/.test(text)))
      return false
    return rest.every(text => text.startsWith('-'))
      || rest.some(text => /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(text))
      || (isShell(name) && rest.some(text => /^-[a-rt-z]*s[a-z]*$/.test(text)))
  })
}

/** Whether it deletes or changes whole trees, and not surely only trees in the folder. */
function wipes(words: readonly Word[], places: readonly string[], place: CommandPlace): boolean {
  const name = commandName(words[0])
  const isAstray = (word: Word): boolean => !word.text.startsWith('-') && (isWide(word, place) || !staysInside(word, places, place))
  if (feeders.test(name))
    return words.some(word => /^(?:rm|mv|unlink|shred|truncate|chmod|chown|chgrp)$/.test(commandName(word)))
  if (name === 'find' && words.some(({ text }) => text === '-delete')) {
    const end = words.findIndex(({ text }, index) => index > 0 && /^[-(!]/.test(text))
    const starts = words.slice(1, end)
    return starts.length === 0 || starts.some(isAstray)
  }
  const isTree = /^(?:rm|chmod|chown|chgrp)$/.test(name) && words.some(({ text }) => recursive.test(text))
  return (isTree || name === 'mv') && words.slice(1).some(isAstray)
}

/** What in a word may be a path: all of it, and what follows `=`, an option's letter, `@` or `:`. */
function namesIn(text: string): string[] {
  return [text, text.replace(/^[^=]*=/, ''), text.replace(/^-[A-Z]/i, ''), text.replace(/^.*@/s, ''), text.replace(/^.*:/s, '')]
}

/**
 * Why it cannot be known what these commands work on, or `undefined`: a word that another command prints, a variable
 * that the line or the agent sets, or a pattern that stands for hidden names. Other variables are the person's own.
 */
function unknownWord(parts: readonly (readonly Word[])[], given: readonly string[]): string | undefined {
  const words = parts.flat()
  const open = words.filter(({ isExact }) => !isExact).map(({ text }) => text)
  if (open.some(text => /\$\(|`/.test(text)))
    return 'it builds a word from what another command prints'
  if (open.some(text => /(?:^|\/)\.[^/]*[*?[{]|[{,]\./.test(text)))
    return 'it names hidden files by a pattern'
  const own = new Set([...given, ...parts.flatMap(assignedIn)])
  const used = open.flatMap(text => [...text.matchAll(/\$\{?([A-Z_]\w*)/gi)].map(([, name]) => name!))
  return used.some(name => own.has(name)) || open.some(text => earlierWords.test(text))
    ? 'it uses variables that it sets itself'
    : undefined
}

function assignedIn(words: readonly Word[]): string[] {
  const assigned = words.flatMap(({ text }) => /^([A-Z_]\w*)\+?=/i.exec(text)?.[1] ?? [])
  return /^(?:read|printf|getopts|wait|declare|typeset|local|export|readonly)$/.test(commandName(words[0]))
    ? [...assigned, ...words.map(({ text }) => text)]
    : assigned
}
