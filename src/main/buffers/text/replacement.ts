import { ChangeSet } from '@codemirror/state'
import { textOf } from './textOf'

/** One place of a text, what goes there and what comes instead. */
export interface Replacement {
  readonly at: number
  readonly removed: string
  readonly added: string
}

/** The smallest single replacement that makes `after` of `before`. It cuts no character. */
export function replacementBetween(before: string, after: string, at = 0): Replacement {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start))
    start++
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1)))
    start--
  let end = 0
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end++
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end)))
    end--
  return { at: at + start, removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) }
}

/** Several, in order, in a text of that length. */
export function changeSetOf(replacements: readonly Replacement[], length: number): ChangeSet {
  return ChangeSet.of(replacements.map(({ at, removed, added }) => ({ from: at, to: at + removed.length, insert: textOf(added) })), length)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xD800 && code < 0xDC00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xDC00 && code < 0xE000
}
