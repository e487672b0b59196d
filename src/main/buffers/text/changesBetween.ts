import { ChangeSet, type ChangeSpec, Text } from '@codemirror/state'
import { hunksOf } from '../../../shared/changes/hunks'

/** A middle that is longer is replaced as a whole: comparing its lines would hold everything else up. */
const maxComparedCharacters = 4_000_000

/** What makes `after` of `before`, in small pieces, so that cursors stay where they are. */
export function changesBetween(before: Text, after: Text): ChangeSet {
  if (before.eq(after))
    return ChangeSet.empty(before.length)
  const [old, fresh] = [before.toString(), after.toString()]
  const start = sharedLines(old, fresh)
  const middle = trimmed(old.slice(start), fresh.slice(start), start)
  if (middle.removed.length + middle.added.length > maxComparedCharacters)
    return ChangeSet.of(specOf(middle), before.length)
  const specs: ChangeSpec[] = []
  let at = start
  let line = 1
  const lines = linesFrom(old, start)
  for (const { oldStart, removed, added } of hunksOf(old.slice(start), fresh.slice(start))) {
    for (; line < oldStart; line++)
      at += lines[line - 1]!
    specs.push(specOf(trimmed(removed.join(''), added.join(''), at)))
  }
  return ChangeSet.of(specs, before.length)
}

interface Replacement { readonly at: number, readonly removed: string, readonly added: string }

function specOf({ at, removed, added }: Replacement): ChangeSpec {
  return { from: at, to: at + removed.length, insert: Text.of(added.split('\n')) }
}

/** How much of both is the same whole lines at the beginning. */
function sharedLines(left: string, right: string): number {
  const shared = sharedStart(left, right)
  return shared === 0 ? 0 : left.lastIndexOf('\n', shared - 1) + 1
}

/** Without what both begin and end with. */
function trimmed(removed: string, added: string, at: number): Replacement {
  const start = sharedStart(removed, added)
  let end = 0
  const most = Math.min(removed.length, added.length) - start
  while (end < most && removed.charCodeAt(removed.length - 1 - end) === added.charCodeAt(added.length - 1 - end))
    end++
  if (end > 0 && isLowSurrogate(removed.charCodeAt(removed.length - end)))
    end--
  return { at: at + start, removed: removed.slice(start, removed.length - end), added: added.slice(start, added.length - end) }
}

function sharedStart(left: string, right: string): number {
  let start = 0
  while (start < left.length && start < right.length && left.charCodeAt(start) === right.charCodeAt(start))
    start++
  return start > 0 && isHighSurrogate(left.charCodeAt(start - 1)) ? start - 1 : start
}

function linesFrom(text: string, start: number): number[] {
  return (text.slice(start).match(/[^\n]*\n|[^\n]+$/g) ?? []).map(line => line.length)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xD800 && code < 0xDC00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xDC00 && code < 0xE000
}
