import { posix } from 'node:path'
import { isOneList } from '../../../../shared/text/shellQuotes'
import { type NamedCommand, type PlacedCommand, unwrapShell } from '../../../../shared/toolCall/placedCommand'
import { isProtected } from '../../../workspace/protectedNames'

/**
 * Matches a leading `cd` as agents write it. Allows only names without special meaning in any shell, and only spaces: a
 * newline starts another command, and `<(x)` runs one.
 */
const leadingCd
  = /^cd[ \t]+(?:"([^"$`\\!\p{C}-][^"$`\\!\p{C}]*)"|'([^'\p{C}-][^'\p{C}]*)'|([\p{L}\p{N}_./][\p{L}\p{N}_@%+,./:-]*))[ \t]*(&&|;)[ \t]*/u

/**
 * Normalizes a command for rules: removes an enclosing `sh -c` (also bash and zsh) and a leading `cd` into the
 * workspace (`isInside`, links resolved). Never changes what runs.
 */
export function normalizeCommand(
  { command, args, cwd }: NamedCommand & { cwd: string },
  isInside: (path: string) => boolean,
): PlacedCommand {
  const line = trimSpaces(unwrapShell({ command: trimSpaces(command), args }))
  const cd = parseLeadingCd(line, posix.resolve(cwd))
  // In a protected folder, even a harmless command can do harm.
  return cd && isInside(cd.target) && !isProtected(posix.relative(cwd, cd.target), 'command')
    ? { line: cd.rest, folder: cd.target }
    : { line, folder: cwd }
}

/** Trims only spaces: in a shell, other white space is part of a word. */
function trimSpaces(line: string): string {
  return line.replace(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g, '')
}

/**
 * Splits off a leading `cd`. After `;`, `||` or `&` the rest runs even if the `cd` fails, so such a `cd` counts only if
 * it changes nothing.
 */
function parseLeadingCd(line: string, from: string): { target: string, rest: string } | undefined {
  const match = leadingCd.exec(line)
  if (!match)
    return undefined
  const target = posix.resolve(from, match[1] ?? match[2] ?? match[3] ?? '')
  const rest = trimSpaces(line.slice(match[0].length))
  return target === from || (match[4] === '&&' && isOneList(rest)) ? { target, rest } : undefined
}
