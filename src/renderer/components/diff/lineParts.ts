import type { WordSpan } from '../../../shared/diff/diffLine'
import type { CodeToken } from '../../markdown/highlight/highlighter'

/** A piece of a line in one colour, changed or not. */
export interface LinePart extends CodeToken {
  readonly isChanged?: true
}

/** Maximum characters drawn of a line. Longer lines draw slowly and are unreadable. */
export const maxDrawnLine = 2_000

/** Splits a line where its colour changes and where a changed word starts or ends. Ignores tokens of another text. */
export function splitLine(
  text: string,
  words?: readonly WordSpan[],
  tokens?: readonly CodeToken[],
): readonly LinePart[] {
  const shown = text.slice(0, maxDrawnLine)
  const marks = words ?? [{ text: shown, isChanged: false }]
  const colours = tokens && shown.startsWith(tokens.map(token => token.text).join('').slice(0, shown.length))
    ? tokens
    : []
  const parts: LinePart[] = []
  let offset = 0
  const wordEnds = listEndOffsets(marks)
  const colourEnds = listEndOffsets(colours)
  let word = 0
  let colour = 0
  while (offset < shown.length) {
    while (wordEnds[word]! <= offset)
      word++
    while (colourEnds[colour]! <= offset)
      colour++
    const end = Math.min(shown.length, wordEnds[word] ?? Infinity, colourEnds[colour] ?? Infinity)
    const { colour: tokenColour } = colours[colour] ?? {}
    parts.push({
      text: shown.slice(offset, end),
      ...tokenColour !== undefined && { colour: tokenColour },
      ...marks[word]?.isChanged && { isChanged: true as const },
    })
    offset = end
  }
  return parts
}

function listEndOffsets(pieces: readonly { readonly text: string }[]): readonly number[] {
  let end = 0
  return pieces.map(({ text }) => end += text.length)
}
