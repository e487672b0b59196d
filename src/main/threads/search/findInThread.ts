import type { FoundInThread } from '../../../shared/contract/methods/searchMethods'
import type { Entry } from '../../../shared/thread/transcript'
import { setImmediate as turn } from 'node:timers/promises'
import { countMatches, toLiteralPattern } from '../../../shared/search/plainSearch'
import { findJumpTarget, type JumpKind } from '../../../shared/thread/jumpPlaces'
import { getSearchableText } from '../../../shared/thread/text/entryWords'

/** Number of entries read at a time: one or two milliseconds of work. */
const batchSize = 50
/** Maximum characters searched per entry. Far more than is displayed. */
const maxCharacters = 256 * 1024
/** More than anyone steps through. */
const maxMatches = 2_000
const maxPerEntry = 200

/** Reads a thread's entries; `before` as in `readEntries`. */
interface SearchedThread {
  readEntries(before: number, limit: number): Entry[]
  /** Number of entries. */
  readonly entryCount: number
}

/** Finds a text in a thread. Searches backwards, so that the latest matches are always found. */
export async function findInThread(thread: SearchedThread, text: string): Promise<FoundInThread> {
  const pattern = toLiteralPattern(text)
  const places: { entryIndex: number, count: number }[] = []
  if (!pattern)
    return { places, isCut: false }
  let total = 0
  for (let before = thread.entryCount; before > 0;) {
    const entries = thread.readEntries(before, batchSize)
    for (let index = entries.length - 1; index >= 0; index--) {
      const count = countMatches(getSearchableText(entries[index]!, maxCharacters), pattern, maxPerEntry)
      if (count > 0)
        places.unshift({ entryIndex: before - entries.length + index, count })
      total += count
      if (total >= maxMatches)
        return { places, isCut: true }
    }
    if (entries.length === 0)
      break
    before -= entries.length
    await turn()
  }
  return { places, isCut: false }
}

/** Finds the last entry of a kind before an index. */
export async function findPlaceBefore(
  thread: Pick<SearchedThread, 'readEntries'>,
  { kind, before }: { kind: JumpKind, before: number },
): Promise<number | undefined> {
  for (let end = before; end > 0;) {
    const entries = thread.readEntries(end, batchSize)
    const found = findJumpTarget(entries, { kind, from: entries.length, step: -1 })
    if (found !== undefined)
      return end - entries.length + found
    if (entries.length === 0)
      break
    end -= entries.length
    await turn()
  }
  return undefined
}
