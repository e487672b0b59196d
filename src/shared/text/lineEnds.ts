/** Line endings: all LF, all CRLF, or both. */
export type LineEnding = 'lf' | 'crlf' | 'mixed'

/** Detects a text's line endings; `undefined` if it has none. */
export function detectLineEnding(text: string | null | undefined): LineEnding | undefined {
  const count = (text?.split('\n').length ?? 1) - 1
  const withReturn = (text?.split('\r\n').length ?? 1) - 1
  if (count === 0)
    return undefined
  return withReturn === 0 ? 'lf' : withReturn === count ? 'crlf' : 'mixed'
}

/**
 * Set if every line ending changed from one kind to the other. This is reported once, so that lines can be compared
 * without their endings.
 */
export function findLineEndingChange(
  before: string | null | undefined,
  after: string,
): { readonly before: LineEnding, readonly after: LineEnding } | undefined {
  const ends = { before: detectLineEnding(before), after: detectLineEnding(after) }
  return (ends.before === 'crlf' && ends.after === 'lf') || (ends.before === 'lf' && ends.after === 'crlf')
    ? { before: ends.before, after: ends.after }
    : undefined
}

/** Converts all line endings to LF. */
export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The start of the line that contains `at`. */
export function findLineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 // `lastIndexOf` treats a negative index as 0
}

/** The end of the line that contains `at`, after its line feed. */
export function findLineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed < 0 ? text.length : feed + 1
}
