import { ShellReader } from './shellReader'

/** A word of a command. One that is not exact holds something that only the shell knows: a variable, a pattern, another command's output. */
export interface Word {
  readonly text: string
  readonly isExact: boolean
}

/** A command line taken apart. `unsure` says why it may do more than `parts` tell. */
export interface SplitCommand {
  readonly parts: readonly (readonly Word[])[]
  readonly unsure?: string
}

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])
const maxDepth = 5
/** Longer lines are read by a person. */
const maxCharacters = 16 * 1024

/**
 * Every simple command that a shell line runs: of chains, pipes, groups, substitutions and `sh -c`. Knows only what sh, bash and zsh
 * surely agree on; anything else makes it unsure.
 */
export function splitCommand(line: string, depth = 0): SplitCommand {
  if (depth > maxDepth || line.length > maxCharacters)
    return { parts: [], unsure: 'it is too long or too deeply nested' }
  const reader = new ShellReader(line)
  const unsure = reader.readAll()
  const parts: (readonly Word[])[] = []
  let innerUnsure: string | undefined
  for (const words of reader.parts) {
    const inner = innerLine(words)
    if (inner === undefined) {
      parts.push(words)
      continue
    }
    const split = inner.isExact ? splitCommand(inner.text, depth + 1) : { parts: [words], unsure: 'it runs a line that only the shell knows' }
    parts.push(...split.parts)
    innerUnsure ??= split.unsure
  }
  return { parts, unsure: unsure ?? innerUnsure }
}

/** The last part of a path: `/bin/rm` is `rm`. */
export function commandName(word: Word | undefined): string {
  return word?.text.split('/').at(-1)?.toLowerCase().replace(/\.exe$/, '') ?? ''
}

/** The line that `sh -c LINE` runs. */
function innerLine(words: readonly Word[]): Word | undefined {
  if (!shells.has(commandName(words[0])))
    return undefined
  const index = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word.text))
  return index < 0 ? undefined : words[index + 1]
}
