import type { TextUpdate } from '../../../../shared/contract/methods/bufferMethods'
import { ChangeSet, Text } from '@codemirror/state'
import { findTextDifference } from '../../../../shared/diff/textDifference'

/** Typed text that the host does not have yet. */
export interface UnsentChanges {
  readonly version: number
  /** Updates since that version; empty if the host has just received all. */
  readonly updates: readonly TextUpdate[]
  /** Returns the window's text. */
  text(): string
  /** Returns the changes to merge into a different text of the host; `undefined` if there are none. */
  forText(hostText: string): { readonly base: string, readonly changes: unknown } | undefined
}

/** `hostTexts` are the host's texts, latest first; a killed host restarts from an earlier one. */
export function findUnsentChanges({ version, updates, hostTexts, text }: {
  version: number
  updates: readonly TextUpdate[]
  hostTexts: readonly Text[]
  text: Text
}): UnsentChanges {
  return {
    version,
    updates,
    text: () => text.toString(),
    forText(hostText) {
      const told = hostTexts.find(told => told.length === hostText.length && told.toString() === hostText)
      // If all updates were accepted, a different text on the host came later.
      const base = told ?? (updates.length > 0 ? hostTexts[0] : undefined)
      if (!base || base.eq(text))
        return undefined
      const before = base.toString()
      return { base: before, changes: computeSingleChange(before, text.toString()).toJSON() as unknown }
    },
  }
}

/** Computes the single change that turns `before` into `after`. */
export function computeSingleChange(before: string, after: string): ChangeSet {
  const { start, before: removed, after: added } = findTextDifference(before, after)
  const from = start.length
  return ChangeSet.of({ from, to: from + removed.length, insert: Text.of(added.split('\n')) }, before.length)
}
