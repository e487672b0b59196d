import type { Word } from '../shell/word'
import { quoteForDisplay } from '../../../shared/text/commandLineForDisplay'
import { commandPower, programAt } from '../commandPower'
import { commandPattern } from './matchCommand'

/** Maximum number of subcommand words. */
const maxFixed = 3
/** A subcommand as in `npm test` or `git log`: not an option, a path or a pattern. */
const subcommand = /^[a-z][a-z0-9:-]*$/i

/** The pattern that matches exactly these words; `undefined` if a rule cannot express them. */
export function exactPattern(words: readonly Word[]): string | undefined {
  const pattern = words.map(({ text }) => quoteForDisplay(text)).join(' ')
  const read = words.every(({ isExact }) => isExact) ? commandPattern(pattern) : 'only the shell knows them'
  return typeof read === 'object' && !read.hasRest && read.words.length === words.length ? pattern : undefined
}

/**
 * The pattern for a program, its subcommand and any further plain words; `undefined` if the subcommand does not make
 * the program harmless.
 */
export function starPattern(words: readonly Word[]): string | undefined {
  const texts = words.map(({ text }) => text)
  const program = programAt(texts)
  const named = texts.slice(program + 1).findIndex((text, index) => !words[program + 1 + index]!.isExact || !subcommand.test(text))
  const most = program + 1 + Math.min(maxFixed, named < 0 ? texts.length : named)
  for (let count = Math.min(program + 2, most); count <= most; count++) {
    const fixed = words.slice(0, count)
    const pattern = exactPattern(fixed)
    if (pattern !== undefined && commandPower(texts.slice(0, count)) === undefined)
      return `${pattern} *`
  }
  return undefined
}
