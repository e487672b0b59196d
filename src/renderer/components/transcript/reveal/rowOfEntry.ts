import type { Row } from '../rows/row'

/** Where an entry of the list stands: in a row that is there, or behind one that is folded. */
export type EntryPlace = { readonly index: number, readonly entryId: string } | { readonly foldedIn: string }

/** Finds the row of an entry, or of the call that a question was about. */
export function rowOfEntry(rows: readonly Row[], entryId: string): EntryPlace | undefined {
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'entry' && (row.entry.id === entryId || row.questions.some(({ id }) => id === entryId)))
      return { index, entryId: row.entry.id }
  }
  const fold = rows.find((row) => {
    if (row.kind === 'entry' || row.isOpen)
      return false
    const behind = row.kind === 'run' ? row.entries : row.turn.entries
    return behind.some(({ id }) => id === entryId)
  })
  return fold && { foldedIn: fold.id }
}
