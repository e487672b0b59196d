import type { DiffLine } from '../../../shared/diff/diffLine'

/** A row of two sides; a side may be empty. */
interface LinePair {
  readonly before?: DiffLine
  readonly after?: DiffLine
}

/** Pairs removed lines with the added lines that replace them, for two sides. */
export function pairLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = []
  const removed: DiffLine[] = []
  for (const line of lines) {
    if (line.kind === 'removed') {
      removed.push(line)
      continue
    }
    const before = line.kind === 'added' ? removed.shift() : line
    if (line.kind === 'context')
      pairs.push(...removed.splice(0).map(before => ({ before })))
    pairs.push({ ...before && { before }, after: line })
  }
  return [...pairs, ...removed.map(before => ({ before }))]
}

/** Returns a row for each line, with the other side empty. */
export function listUnpairedLines(lines: readonly DiffLine[]): readonly LinePair[] {
  return lines.map(line => line.kind === 'removed' ? { before: line } : { after: line })
}
