import { withoutMarkup } from './plainSearch'
import { findMarks, type Mark, type SearchTerm } from './searchTerms'

/** A text and what in it is to be marked: ranges, so that no one makes HTML of what an agent wrote. */
export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The text before the first match of an excerpt. */
const before = 40

/**
 * A part of a text of at most `characters` that shows matches, with those marked; the text's beginning where there is
 * none.
 */
export function makeExcerpt(text: string, terms: readonly SearchTerm[], { characters, isOneLine }: {
  characters: number
  isOneLine: boolean
}): MarkedText {
  const marks = findMarks(text, terms, 200)
  const start = startOf(text, bestMark(marks, characters)?.[0] ?? 0, isOneLine ? before : characters / 3)
  const cut = text.slice(start, start + characters).replace(/[\uD800-\uDBFF]$/, '')
  const plain = withoutMarkup(cut)
  const part = isOneLine ? plain.replaceAll(/\s+/g, ' ').trim() : plain.replace(/^\s*\n/, '').trimEnd()
  const shown = `${start > 0 ? '…' : ''}${part}${start + cut.length < text.length ? '…' : ''}`
  return { text: shown, marks: findMarks(shown, terms) }
}

/** The match from which on the most matches fit into so many characters. */
function bestMark(marks: readonly Mark[], characters: number): Mark | undefined {
  let best = { mark: marks[0], count: 0 }
  for (const [index, mark] of marks.entries()) {
    const count = marks.slice(index).findIndex(([, to]) => to > mark[0] + characters - before)
    const within = count === -1 ? marks.length - index : count
    if (within > best.count)
      best = { mark, count: within }
  }
  return best.mark
}

/** A little before the match, where a word or a pair of surrogates begins. */
function startOf(text: string, match: number, most: number): number {
  if (match <= most)
    return 0
  const from = Math.floor(match - most)
  const space = text.slice(from, match).search(/\s/)
  const start = space === -1 ? from : from + space + 1
  return (text.charCodeAt(start) & 0xFC00) === 0xDC00 ? start + 1 : start
}
