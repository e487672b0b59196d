import type { WordSpan } from '../../../shared/diff/diffLine'
import type { CodeToken } from '../../markdown/highlight/highlighter'

/** A piece of a line in one colour, changed or not. */
export interface LinePart extends CodeToken {
  readonly isChanged?: true
}

/** How much of a line is drawn: more takes long, and tells a reader nothing more. */
export const maxDrawnLine = 2_000

/**
 * A line cut where its colour changes and where a changed word begins or ends. Tokens that say another text are not
 * used.
 */
export function lineParts(text: string, words?: readonly WordSpan[], tokens?: readonly CodeToken[]): readonly LinePart[] {
  const shown = text.slice(0, maxDrawnLine)
  const marks = words ?? [{ text: shown, isChanged: false }]
  const colours = tokens && shown.startsWith(tokens.map(token => token.text).join('').slice(0, shown.length)) ? tokens : []
  const parts: LinePart[] = []
  let at = 0
  const wordEnds = endsOf(marks)
  const colourEnds = endsOf(colours)
  let word = 0
  let colour = 0
  while (at < shown.length) {
    while (wordEnds[word]! <= at)
      word++
    while (colourEnds[colour]! <= at)
      colour++
    const end = Math.min(shown.length, wordEnds[word] ?? Infinity, colourEnds[colour] ?? Infinity)
    const { colour: ink } = colours[colour] ?? {}
    parts.push({
      text: shown.slice(at, end),
      ...ink !== undefined && { colour: ink },
      ...marks[word]?.isChanged && { isChanged: true as const },
    })
    at = end
  }
  return parts
}

function endsOf(pieces: readonly { readonly text: string }[]): readonly number[] {
  let end = 0
  return pieces.map(({ text }) => end += text.length)
}
