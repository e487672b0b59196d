import type { DiffLine } from '../../../shared/diff/diffLine'

/** Two lines that are beside each other; one is absent where only the other side has something. */
interface LinePair {
  readonly before?: DiffLine
  readonly after?: DiffLine
}

/** Lines side by side: what was removed is beside what came in its place. */
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

/** Each line alone: the other side of its row stays empty. */
export function singleLines(lines: readonly DiffLine[]): readonly LinePair[] {
  return lines.map(line => line.kind === 'removed' ? { before: line } : { after: line })
}
