import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { ChangeSet, Text } from '@codemirror/state'
import { computeLineHunks } from '../../../shared/changes/hunks'
import { splitLines } from '../../../shared/diff/alignLines'
import { findTextDifference } from '../../../shared/diff/textDifference'
import { HostError } from '../../../shared/errors'
import { findLineEnd, findLineStart } from '../../../shared/text/lineEnds'

/** Converts a text with line feeds to an editor's. */
export function toEditorText(text: string): Text {
  return Text.of(text.split('\n'))
}

/** Characters joined at a time: a few milliseconds of work. */
const stepCharacters = 256 * 1024

/** The characters of a text. Yields to the event loop between steps. */
export async function flattenText(text: Text): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += stepCharacters) {
    // A slice would be a rope that is later flattened all at once.
    pieces.push([...text.iterRange(from, Math.min(text.length, from + stepCharacters))].join(''))
    if (text.length > stepCharacters)
      await turnOfLoop()
  }
  return pieces.join('')
}

/** Parses a window's change of a text of that length. Throws `invalid_params`. */
export function parseChanges(json: unknown, length: number): ChangeSet {
  if (!Array.isArray(json) || !json.every(isSection))
    throw new HostError('invalid_params', 'These changes cannot be read.')
  const changes = ChangeSet.fromJSON(json)
  if (changes.length !== length)
    throw new HostError('invalid_params', `These changes are of a text of ${changes.length} characters, not ${length}.`)
  return changes
}

/** A section that keeps characters, or deletes some and inserts lines. */
function isSection(part: unknown): boolean {
  if (!Array.isArray(part))
    return isCount(part) && part > 0
  const [removed, ...lines] = part as unknown[]
  return isCount(removed)
    && (removed > 0 || lines.length > 0)
    && lines.every(line => typeof line === 'string' && !/[\r\n]/.test(line))
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** A replacement at one place of a text. */
export interface Replacement {
  readonly at: number
  readonly removed: string
  readonly added: string
}

/** The smallest single replacement that turns `before` into `after`, without splitting surrogate pairs. */
export function computeReplacement(before: string, after: string, at = 0): Replacement {
  const { start, before: removed, after: added } = findTextDifference(before, after)
  return { at: at + start.length, removed, added }
}

/** Converts ordered replacements in a text of that length. */
export function toChangeSet(replacements: readonly Replacement[], length: number): ChangeSet {
  const changes = replacements.map(({ at, removed, added }) => ({
    from: at,
    to: at + removed.length,
    insert: toEditorText(added),
  }))
  return ChangeSet.of(changes, length)
}

/** Longer parts are replaced as a whole, because comparing their lines would block. */
const maxComparedCharacters = 4_000_000

/** Small changes that turn `before` into `after`, so that cursors stay in place. */
export function computeChanges(before: Text, after: Text): ChangeSet {
  if (before.eq(after))
    return ChangeSet.empty(before.length)
  const [old, fresh] = [before.toString(), after.toString()]
  const whole = computeReplacement(old, fresh)
  if (whole.removed.length + whole.added.length > maxComparedCharacters)
    return toChangeSet([whole], before.length)
  // Extends the range to whole lines of both texts.
  const start = findLineStart(old, whole.at)
  const end = findLineEnd(old, whole.at + whole.removed.length)
  const lines = splitLines(old.slice(start, end))
  const replacements: Replacement[] = []
  let at = start
  let from = 0
  for (const { oldStart, removed, added } of computeLineHunks(
    lines,
    splitLines(fresh.slice(start, fresh.length - (old.length - end))),
  )) {
    for (; from < oldStart - 1; from++)
      at += lines[from]!.length
    replacements.push(computeReplacement(removed.join(''), added.join(''), at))
  }
  return toChangeSet(replacements, before.length)
}
