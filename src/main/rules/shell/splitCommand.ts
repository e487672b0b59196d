import { isPosixShell, isSystemShell } from '../../../shared/text/interpreters'
import { ShellReader } from './shellReader'
import { commandName, type Word } from './word'

/** A command line taken apart. `unsure` says why it may do more than `parts` show. */
export interface SplitCommand {
  readonly parts: readonly (readonly Word[])[]
  readonly unsure?: string
}

const maxDepth = 5
/** Longer lines are read by a person. */
const maxCharacters = 16 * 1024

/**
 * Every simple command that a shell line runs: of chains, pipes, groups, substitutions and `sh -c`. Knows only what sh,
 * bash and zsh surely agree on; anything else makes it unsure.
 */
export function splitCommand(line: string, depth = 0): SplitCommand {
  if (depth > maxDepth || line.length > maxCharacters)
    return { parts: [], unsure: 'it is too long or too deeply nested' }
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  const parts: (readonly Word[])[] = []
  let innerUnsure: string | undefined
  for (const words of reader.parts) {
    const inner = innerLines(words)
    if (!inner.isAll)
      parts.push(words)
    innerUnsure ??= inner.unsure
    for (const line of inner.lines) {
      const split = line.isExact
        ? splitCommand(line.text, depth + 1)
        : { parts: inner.isAll ? [words] : [], unsure: 'it runs a line that only the shell knows' }
      parts.push(...split.parts)
      innerUnsure ??= split.unsure
    }
  }
  return { parts, unsure: unsure ?? innerUnsure }
}

/**
 * The lines that a command hands to a shell. `isAll`: it does nothing else, as `sh -c LINE` with the system's own
 * shell; a file of that name, a script or settings before the `-c`, and words after the line may all mean more.
 */
function innerLines(words: readonly Word[]): { lines: readonly Word[], isAll: boolean, unsure?: string } {
  const [program, option, line] = words
  if (words.length === 3 && program!.isExact && isSystemShell(program!.text) && option!.isExact && /^-[eilux]*c$/.test(option!.text))
    return { lines: [line!], isAll: true }
  const first = words.findIndex(word => isPosixShell(commandName(word)))
  const rest = first < 0 ? [] : words.slice(first + 1)
  const lines = rest.flatMap((word, index) => /^[-+][A-Zabd-z]*c[A-Za-z]*$/.test(word.text) ? rest[index + 1] ?? [] : [])
  const splits = commandName(words[0]) === 'env' && words.some(({ text }) => /^(?:-[a-zA-Z0-9]*S|--s)/.test(text))
  return { lines, isAll: false, unsure: splits ? 'env takes one of its words apart' : undefined }
}
