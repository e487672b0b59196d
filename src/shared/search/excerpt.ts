import { stripMarkup } from './plainSearch'
import { findMarks, type Mark, type SearchTerm } from './searchTerms'

/** A text with ranges to highlight. It has ranges so that an agent's text never becomes HTML. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Characters of context before the first match of an excerpt. */
const contextBefore = 40

/**
 * Cuts an excerpt of at most `characters` that shows matches with their marks. Without matches, it is the beginning of
 * the text.
 */
export function makeExcerpt(text: string, terms: readonly SearchTerm[], { characters, isOneLine }: {
  characters: number
  isOneLine: boolean
}): MarkedText {
  const marks = findMarks(text, terms, 200)
  const start = findStart(text, findBestMark(marks, characters)?.[0] ?? 0, isOneLine ? contextBefore : characters / 3)
  const cut = text.slice(start, start + characters).replace(/[\uD800-\uDBFF]$/, '')
  const plain = stripMarkup(cut)
  const part = isOneLine ? plain.replaceAll(/\s+/g, ' ').trim() : plain.replace(/^\s*\n/, '').trimEnd()
  const shown = `${start > 0 ? '…' : ''}${part}${start + cut.length < text.length ? '…' : ''}`
  return { text: shown, marks: findMarks(shown, terms) }
}

/** The match that starts the window with the most matches. */
function findBestMark(marks: readonly Mark[], characters: number): Mark | undefined {
  let best = { mark: marks[0], count: 0 }
  for (const [index, mark] of marks.entries()) {
    const count = marks.slice(index).findIndex(([, to]) => to > mark[0] + characters - contextBefore)
    const within = count === -1 ? marks.length - index : count
    if (within > best.count)
      best = { mark, count: within }
  }
  return best.mark
}

/** An offset at most `most` characters before the match, at the start of a word and never inside a surrogate pair. */
function findStart(text: string, match: number, most: number): number {
  if (match <= most)
    return 0
  const from = Math.floor(match - most)
  const space = text.slice(from, match).search(/\s/)
  const start = space === -1 ? from : from + space + 1
  return (text.charCodeAt(start) & 0xFC00) === 0xDC00 ? start + 1 : start
}
