import type { Grade } from '../../shared/permission/grade'
import type { Rule } from '../../shared/settings/rules'
import type { SplitCommand } from './shell/splitCommand'
import { commandPattern } from './match/matchCommand'
import { exactWord, type Word } from './shell/word'

/**
 * The reviewed list of programs that run nothing, read no configuration and no `@file`, and touch nothing but their operands, in any
 * common system's version: by these names, found on the path, with one-letter options. A long option of some could name a list of files.
 */
export const plainPrograms: ReadonlySet<string> = new Set([
  'ls cat head tail wc stat pwd mkdir rmdir touch basename dirname realpath readlink echo true false cut tr uniq nl fold expand unexpand',
  'paste rev cmp comm od sleep seq whoami uname nproc',
].join(' ').split(' '))

const option = /^-[A-Z0-9]*$/i

/** Whether a command is one of a plain program, by words that nobody but the program reads. */
export function isPlainCommand([program, ...words]: readonly Word[]): boolean {
  return program?.isExact === true && plainPrograms.has(program.text)
    && words.every(({ text, isExact }) => isExact && !text.startsWith('@') && (!text.startsWith('-') || option.test(text)))
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
