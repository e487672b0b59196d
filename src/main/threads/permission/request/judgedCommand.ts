import { posix } from 'node:path'
import { isOneList } from '../../../../shared/text/shellQuotes'
import { type NamedCommand, type PlacedCommand, withoutShell } from '../../../../shared/toolCall/placedCommand'
import { isProtected } from '../../../workspace/protectedNames'

/**
 * A `cd` before the command proper, as agents write it. Only names that no shell reads as anything else, and only plain
 * blanks: after a line's end another command begins, and `<(x)` is one.
 */
const leadingCd
  = /^cd[ \t]+(?:"([^"$`\\!\p{C}-][^"$`\\!\p{C}]*)"|'([^'\p{C}-][^'\p{C}]*)'|([\p{L}\p{N}_./][\p{L}\p{N}_@%+,./:-]*))[ \t]*(&&|;)[ \t]*/u

/**
 * A command as rules judge it: without a `sh -c` (bash, zsh) around it and without a leading `cd` into the workspace,
 * as `isInside` tells with every link followed. Only what changes nothing about what runs is taken off.
 */
export function judgedCommand(
  { command, args, cwd }: NamedCommand & { cwd: string },
  isInside: (path: string) => boolean,
): PlacedCommand {
  const line = trimmed(withoutShell({ command: trimmed(command), args }))
  const cd = cdOf(line, posix.resolve(cwd))
  // In a protected folder even a harmless name can do harm.
  return cd && isInside(cd.target) && !isProtected(posix.relative(cwd, cd.target), 'command')
    ? { line: cd.rest, folder: cd.target }
    : { line, folder: cwd }
}

/** Blanks of other kinds are letters to a shell. */
function trimmed(line: string): string {
  return line.replace(/^[ \t\n]+|[ \t\n]+$/g, '')
}

/**
 * Where a leading `cd` leads, and what follows it. After `;`, `||` and `&` that runs also where the `cd` does not hold,
 * so only one that changes nothing counts.
 */
function cdOf(line: string, from: string): { target: string, rest: string } | undefined {
  const match = leadingCd.exec(line)
  if (!match)
    return undefined
  const target = posix.resolve(from, match[1] ?? match[2] ?? match[3] ?? '')
  const rest = trimmed(line.slice(match[0].length))
  return target === from || (match[4] === '&&' && isOneList(rest)) ? { target, rest } : undefined
}
