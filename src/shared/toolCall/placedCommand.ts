import { commandLineForDisplay } from '../text/commandLineForDisplay'
import { isOneList, literalWords, withPlainQuotes } from '../text/shellQuotes'

/** A command, as it is asked for or shown. */
export interface NamedCommand {
  readonly command: string
  readonly args?: readonly string[]
}

/** A command in its one form, and the folder that it runs in. */
export interface PlacedCommand {
  readonly line: string
  readonly folder: string
}

/** Shells that take a line, by bare name or from a system folder: an agent can put a file of that name elsewhere. */
const shell = /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?(?:sh|bash|zsh|dash)$/
/** `-i` would read further files. */
const takesLine = /^-l?c$/
const mayBeWrapped = /^\S*sh -l?c ['"]/
/**
 * Only a whole path that no shell reads as anything else, and only plain blanks: after a line's end another command
 * begins.
 */
const leadingCd = /^cd +(?:"(\/[^"$`\\!\p{C}]*)"|'(\/[^'\p{C}]*)'|(\/[\p{L}\p{N}_@%+,./:-]*)) *(&&|;) */u

/**
 * A command as approvals compare it: without one `sh -c` around it, without one leading `cd` to a whole path, which is
 * its folder then, and with quotes of one kind. The same words elsewhere are another deed.
 */
export function placedCommand(named: NamedCommand, cwd: string): PlacedCommand {
  const line = withoutShell(named)
  const match = leadingCd.exec(line)
  const target = match?.[1] ?? match?.[2] ?? match?.[3]
  const rest = line.slice(match?.[0].length)
  // After `;`, `||` and `&` what follows runs also where the `cd` does not hold, so only one that changes nothing
  // counts.
  return target !== undefined && (target === cwd || (match?.[4] === '&&' && isOneList(rest)))
    ? { line: withPlainQuotes(rest), folder: target }
    : { line: withPlainQuotes(line), folder: cwd }
}

/** A command's line without one shell around it that does nothing but run it. */
export function withoutShell({ command, args = [] }: NamedCommand): string {
  const words = args.length > 0 ? [command, ...args] : mayBeWrapped.test(command) ? literalWords(command) : undefined
  const [program, option, line] = words ?? []
  if (words?.length === 3 && shell.test(program!) && takesLine.test(option!))
    return line!
  return args.length > 0 ? commandLineForDisplay(command, args) : command
}

/** Whether two commands may stand for each other. */
export function isSameCommand(left: PlacedCommand, right: PlacedCommand): boolean {
  return left.line === right.line && left.folder === right.folder
}
