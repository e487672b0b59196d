/** A command line as a person would type it in a shell. For display only; never parsed. */
export function formatCommandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoteForDisplay).join(' ')
}

/** Quotes a word of a command line unless it is unambiguous, making spaces, quotes and hidden characters visible. */
export function quoteForDisplay(word: string): string {
  if (/^[\w@%+:,./=-]+$/.test(word))
    return word
  // Control and format characters (a newline, a right-to-left mark) could disguise a line.
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
