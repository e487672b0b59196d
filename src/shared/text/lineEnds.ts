/** How lines end: all with a line feed, all with a carriage return before it, or some so. */
export type LineEnds = 'lf' | 'crlf' | 'mixed'

/** How the lines of a text end; `undefined` where none does. */
export function detectLineEnds(text: string | null | undefined): LineEnds | undefined {
  const count = (text?.split('\n').length ?? 1) - 1
  const withReturn = (text?.split('\r\n').length ?? 1) - 1
  if (count === 0)
    return undefined
  return withReturn === 0 ? 'lf' : withReturn === count ? 'crlf' : 'mixed'
}

/**
 * All lines ended in one way before, and end in another: said once, so that the lines can be compared without their
 * ends.
 */
export function turnedEnds(
  before: string | null | undefined,
  after: string,
): { readonly before: LineEnds, readonly after: LineEnds } | undefined {
  const ends = { before: detectLineEnds(before), after: detectLineEnds(after) }
  return (ends.before === 'crlf' && ends.after === 'lf') || (ends.before === 'lf' && ends.after === 'crlf')
    ? { before: ends.before, after: ends.after }
    : undefined
}

/** A text whose lines end with a line feed alone. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Where the line begins that `at` is in. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 // a negative place would count as the first
}

/** Where the line ends that `at` is in, after its line feed. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed < 0 ? text.length : feed + 1
}
