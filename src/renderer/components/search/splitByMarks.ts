import type { MarkedText } from '../../../shared/search/excerpt'
import { readableText } from '../../text/readableText'

/** A part of a text, with misleading characters escaped, and whether it matched. */
interface MarkedPart {
  readonly text: string
  readonly isMark: boolean
}

/** Splits a text by its marks, so that no HTML is needed. Escapes misleading characters. */
export function splitByMarks({ text, marks }: MarkedText): MarkedPart[] {
  const parts: MarkedPart[] = []
  let done = 0
  const add = (to: number, isMark: boolean): void => {
    if (to > done)
      parts.push({ text: readableText(text.slice(done, to)), isMark })
    done = Math.max(done, to)
  }
  for (const [from, to] of marks) {
    add(from, false)
    add(to, true)
  }
  add(text.length, false)
  return parts
}
