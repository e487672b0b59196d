import { isPosixShell, isSystemShell } from '../../../shared/text/interpreters'
import { ShellReader } from './shellReader'
import { getCommandName, type Word } from './word'

/** The simple commands of a line. `unsure` explains why it may do more than `parts` show. */
export interface SplitCommand {
  readonly parts: readonly (readonly Word[])[]
  readonly unsure?: string
}

const maxDepth = 5
/** For longer lines, the person decides. */
const maxCharacters = 16 * 1024

/**
 * Finds all simple commands of a shell line, including those of chains, pipes, groups, substitutions and `sh -c`.
 * Supports only syntax on which sh, bash and zsh agree; anything else is reported as `unsure`.
 */
export function splitCommand(line: string, depth = 0): SplitCommand {
  if (depth > maxDepth || line.length > maxCharacters)
    return { parts: [], unsure: 'it is too long or too deeply nested' }
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  const parts: (readonly Word[])[] = []
  let innerUnsure: string | undefined
  for (const words of reader.parts) {
    const inner = listInnerLines(words)
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
 * Finds lines that a command passes to a shell. `isAll`: the command does nothing else, as in `sh -c LINE` with the
 * system's shell. Another file named `sh`, options before `-c` and words after the line may have other effects.
 */
function listInnerLines(words: readonly Word[]): { lines: readonly Word[], isAll: boolean, unsure?: string } {
  const [program, option, line] = words
  if (words.length === 3
    && program!.isExact
    && isSystemShell(program!.text)
    && option!.isExact
    && /^-[eilux]*c$/.test(option!.text)) {
    return { lines: [line!], isAll: true }
  }
  const first = words.findIndex(word => isPosixShell(getCommandName(word)))
  const rest = first < 0 ? [] : words.slice(first + 1)
  const lines = rest.flatMap((word, index) =>
    /^[-+][A-Zabd-z]*c[A-Za-z]*$/.test(word.text) ? rest[index + 1] ?? [] : [],
  )
  const splits = getCommandName(words[0]) === 'env' && words.some(({ text }) => /^(?:-[a-zA-Z0-9]*S|--s)/.test(text))
  return { lines, isAll: false, unsure: splits ? 'env takes one of its words apart' : undefined }
}
