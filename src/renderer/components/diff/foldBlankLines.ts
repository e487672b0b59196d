import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'
import { blankLinesMark, fewestLines, foldEmptyRuns, isBlankLine } from '../../text/foldEmptyRuns'

/** Hunks for a decision: blank lines of one kind that follow one another are one line, and so is a run of nothing in a line. */
export function foldBlankLines(hunks: readonly Hunk[]): Hunk[] {
  return hunks.map(hunk => ({ ...hunk, lines: folded(hunk.lines) }))
}

function folded(lines: readonly DiffLine[]): DiffLine[] {
  const shown: DiffLine[] = []
  for (let from = 0; from < lines.length;) {
    const line = lines[from]!
    let to = from
    while (lines[to]?.kind === line.kind && isBlankLine(lines[to]!.text))
      to++
    if (to - from >= fewestLines) {
      const { words: _, ...rest } = line
      shown.push({ ...rest, text: blankLinesMark(lines.slice(from, to).map(({ text }) => text)) })
      from = to
    }
    else {
      shown.push(withoutRuns(line))
      from++
    }
  }
  return shown
}

function withoutRuns(line: DiffLine): DiffLine {
  const text = foldEmptyRuns(line.text)
  const { words: _, ...rest } = line
  return text === line.text ? line : { ...rest, text }
}
