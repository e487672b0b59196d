/**
 * A word of a command. One that is not exact holds something that only the shell knows: a variable, a pattern, another
 * command's output.
 */
export interface Word {
  readonly text: string
  readonly isExact: boolean
  /** It holds an unquoted pattern or braces, which can be looked up. */
  readonly isPattern?: true
}

/** A word as it is typed, without quotes. */
export function exactWord(text: string): Word {
  return { text, isExact: true }
}

/** The last part of a path: `/bin/rm` is `rm`. */
export function commandName(word: Word | undefined): string {
  return word?.text.split('/').at(-1)?.toLowerCase().replace(/\.exe$/, '') ?? ''
}
