import type { FilePlace } from './pathActions'

/** A part of a text that leads to a file. */
export interface LinkedPart {
  readonly start: number
  readonly end: number
  readonly place: FilePlace
}

/** A piece of a token: all of it leads to a file, or nothing of it does. */
export type LinkedToken<T> = T & { readonly link?: { readonly place: FilePlace, readonly isStart: boolean } }

/**
 * The tokens of a line that begins at `from` of the text, cut where links begin and end: colours know nothing of paths, and a path may be
 * of several colours. `links` stand in their order.
 */
export function linkedTokens<T extends { readonly text: string }>(
  tokens: readonly T[],
  { from, links }: { from: number, links: readonly LinkedPart[] },
): LinkedToken<T>[] {
  const pieces: LinkedToken<T>[] = []
  let tokenStart = from
  for (const token of tokens) {
    const tokenEnd = tokenStart + token.text.length
    for (let start = tokenStart, end = start; start < tokenEnd; start = end) {
      const link = links.find(({ end }) => end > start)
      const isIn = link !== undefined && link.start <= start
      end = Math.min(tokenEnd, (isIn ? link.end : link?.start) ?? tokenEnd)
      const text = token.text.slice(start - tokenStart, end - tokenStart)
      pieces.push({ ...token, text, ...isIn && { link: { place: link.place, isStart: start === link.start } } })
    }
    tokenStart = tokenEnd
  }
  return pieces
}
