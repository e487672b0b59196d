/**
 * A word of a command. If it is not exact, it contains an expansion of the shell: a variable, a pattern, a command
 * substitution.
 */
export interface Word {
  readonly text: string
  readonly isExact: boolean
  /** Contains an unquoted pattern or braces, which can be expanded on disk. */
  readonly isPattern?: true
}

/** A word without expansions. */
export function createExactWord(text: string): Word {
  return { text, isExact: true }
}

/** The last part of a path: `/bin/rm` is `rm`. */
export function getCommandName(word: Word | undefined): string {
  return word?.text.split('/').at(-1)?.toLowerCase().replace(/\.exe$/, '') ?? ''
}
