import { hiddenCharacters } from './visibleText'

/** Shorter runs stay as they are, such as paragraph spacing, joiners and the indent of code. */
export const fewestLines = 3
const fewestInvisible = 4
const fewestBlanks = 80

const invisible = `${hiddenCharacters}|[\\uFE00-\\uFE0F]`
const unseen = new RegExp(`(?:\\s|${invisible})+`, 'gu')
const anyInvisible = new RegExp(invisible, 'gu')

/**
 * Replaces invisible runs by a mark with their length, such as `⟨60 blank lines⟩` or `⟨300 invisible
 * characters⟩`, so that they can't push text out of sight.
 */
export function foldEmptyRuns(text: string): string {
  return text.replace(unseen, (run, at: number) => {
    const lines = run.split('\n')
    // The first and last line may contain text around the run.
    const from = at === 0 ? 0 : 1
    const to = lines.length - (at + run.length === text.length ? 0 : 1)
    if (to - from < fewestLines)
      return lines.map(foldLine).join('\n')
    const mark = formatBlankLines(lines.slice(from, to))
    return [...lines.slice(0, from).map(foldLine), mark, ...lines.slice(to).map(foldLine)].join('\n')
  })
}

/** Whether nothing in a line is visible. */
export function isBlankLine(line: string): boolean {
  return line.replace(unseen, '') === ''
}

/** Formats blank lines as a mark. Few of them stay as they are. */
export function formatBlankLines(lines: readonly string[]): string {
  const count = lines.reduce((sum, line) => sum + countInvisible(line), 0)
  return `⟨${lines.length} blank lines${count > 0 ? `, ${count} invisible characters` : ''}⟩`
}

function foldLine(run: string): string {
  const count = countInvisible(run)
  if (count >= fewestInvisible)
    return `⟨${count} invisible characters⟩`
  return run.length >= fewestBlanks ? `⟨${run.length} blanks⟩` : run
}

/** Counts invisible characters, except a carriage return at the end of the line. */
function countInvisible(line: string): number {
  return line.replace(/\r$/, '').match(anyInvisible)?.length ?? 0
}
