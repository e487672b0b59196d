/** A command line as a person would type it in a shell; only for display, never parsed again. */
export function commandLineForDisplay(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoteForDisplay).join(' ')
}

/**
 * One word of a command line: plain if that is unambiguous, otherwise quoted so that blanks, quotes and hidden
 * characters show.
 */
export function quoteForDisplay(word: string): string {
  if (/^[\w@%+:,./=-]+$/.test(word))
    return word
  // Control and format characters (a newline, a right-to-left mark) could make a line look like another.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(word))
    return `$'${word.replace(/['\\]/g, '\\$&').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escapeCharacter)}'`
  return `'${word.replaceAll('\'', '\'\\\'\'')}'`
}

function escapeCharacter(character: string): string {
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001B': '\\e' }
  const code = character.codePointAt(0) ?? 0
  if (character in named)
    return named[character]!
  if (code <= 0xFF)
    return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xFFFF ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
}
