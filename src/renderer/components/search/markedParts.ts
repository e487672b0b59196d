import type { MarkedText } from '../../../shared/search/excerpt'
import { readableText } from '../../text/readableText'

/** A part of a text, ready to be shown; whether it is what was searched for. */
interface MarkedPart {
  readonly text: string
  readonly isMark: boolean
}

/** A text in parts, so that marks need no HTML; characters that mislead are written out. */
export function markedParts({ text, marks }: MarkedText): MarkedPart[] {
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
