import { formatCommandLine } from '../text/commandLineForDisplay'
import { isOneList, normalizeQuotes, parseLiteralWords } from '../text/shellQuotes'

/** A command as requested or shown. */
export interface NamedCommand {
  readonly command: string
  readonly args?: readonly string[]
}

/** A normalized command, and the folder in which it runs. */
export interface PlacedCommand {
  readonly line: string
  readonly folder: string
}

/** Shells that accept `-c`, by bare name or from a system folder: an agent can create a file of that name elsewhere. */
const shell = /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?(?:sh|bash|zsh|dash)$/
/** Not `-i`, which would read further files. */
const takesLine = /^-l?c$/
const mayBeWrapped = /^\S*sh -l?c ['"]/
/**
 * Allows only an absolute path that no shell interprets, and only plain spaces: a line break would start another
 * command.
 */
const leadingCd = /^cd +(?:"(\/[^"$`\\!\p{C}]*)"|'(\/[^'\p{C}]*)'|(\/[\p{L}\p{N}_@%+,./:-]*)) *(&&|;) */u

/**
 * Normalizes a command for comparing approvals: removes an enclosing `sh -c` and a leading `cd` to an absolute path,
 * which becomes the folder, and normalizes quotes. The same command in another folder is a different one.
 */
export function toPlacedCommand(named: NamedCommand, cwd: string): PlacedCommand {
  const line = unwrapShell(named)
  const match = leadingCd.exec(line)
  const target = match?.[1] ?? match?.[2] ?? match?.[3]
  const rest = line.slice(match?.[0].length)
  // After `;`, `||` or `&` the rest runs even if the `cd` fails, so only a `cd` to the same folder counts.
  return target !== undefined && (target === cwd || (match?.[4] === '&&' && isOneList(rest)))
    ? { line: normalizeQuotes(rest), folder: target }
    : { line: normalizeQuotes(line), folder: cwd }
}

/** The line of a command without an enclosing shell that only runs it. */
export function unwrapShell({ command, args = [] }: NamedCommand): string {
  const words = args.length > 0
    ? [command, ...args]
    : mayBeWrapped.test(command) ? parseLiteralWords(command) : undefined
  const [program, option, line] = words ?? []
  if (words?.length === 3 && shell.test(program!) && takesLine.test(option!))
    return line!
  return args.length > 0 ? formatCommandLine(command, args) : command
}

/** Whether an approval of one command covers the other. */
export function isSameCommand(left: PlacedCommand, right: PlacedCommand): boolean {
  return left.line === right.line && left.folder === right.folder
}
