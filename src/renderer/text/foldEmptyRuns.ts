import { hiddenCharacters } from './visibleText'

/**
 * Minimum lengths of folded runs. Shorter runs are normal, such as paragraph spacing, joiners and the indent of code.
 */
export const minLines = 3
const minInvisible = 4
const minBlanks = 80

const invisible = `${hiddenCharacters}|[\\uFE00-\\uFE0F]`
const unseen = new RegExp(`(?:\\s|${invisible})+`, 'gu')
const anyInvisible = new RegExp(invisible, 'gu')

/**
 * Replaces invisible runs with a mark and their length, such as `⟨60 blank lines⟩` or `⟨300 invisible characters⟩`, so
 * that they can't push text out of view.
 */
export function foldEmptyRuns(text: string): string {
  return text.replace(unseen, (run, at: number) => {
    const lines = run.split('\n')
    // The first and last line may contain text around the run.
    const from = at === 0 ? 0 : 1
    const to = lines.length - (at + run.length === text.length ? 0 : 1)
    if (to - from < minLines)
      return lines.map(foldLine).join('\n')
    const mark = formatBlankLines(lines.slice(from, to))
    return [...lines.slice(0, from).map(foldLine), mark, ...lines.slice(to).map(foldLine)].join('\n')
  })
}

/** Whether nothing in a line is visible. */
export function isBlankLine(line: string): boolean {
  return line.replace(unseen, '') === ''
}

/** Formats blank lines as a mark, unless there are only a few. */
export function formatBlankLines(lines: readonly string[]): string {
  const count = lines.reduce((sum, line) => sum + countInvisible(line), 0)
  return `⟨${lines.length} blank lines${count > 0 ? `, ${count} invisible characters` : ''}⟩`
}

function foldLine(run: string): string {
  const count = countInvisible(run)
  if (count >= minInvisible)
    return `⟨${count} invisible characters⟩`
  return run.length >= minBlanks ? `⟨${run.length} blanks⟩` : run
}

/** Counts invisible characters, except a carriage return at the end of the line. */
function countInvisible(line: string): number {
  return line.replace(/\r$/, '').match(anyInvisible)?.length ?? 0
}
