import { hiddenCharacters } from './visibleText'

/** Fewer of them stay as they are: the distance of two paragraphs, a joiner, the indent of code. */
export const fewestLines = 3
const fewestInvisible = 4
const fewestBlanks = 80

const invisible = `${hiddenCharacters}|[\\uFE00-\\uFE0F]`
const unseen = new RegExp(`(?:\\s|${invisible})+`, 'gu')
const anyInvisible = new RegExp(invisible, 'gu')

/**
 * A text in which a stretch of nothing is one mark with its length, such as `⟨60 blank lines⟩` or `⟨300 invisible
 * characters⟩`: nothing pushes what follows it out of sight.
 */
export function foldEmptyRuns(text: string): string {
  return text.replace(unseen, (run, at: number) => {
    const lines = run.split('\n')
    // The first and the last belong to the lines of the text around the run, where there is any.
    const from = at === 0 ? 0 : 1
    const to = lines.length - (at + run.length === text.length ? 0 : 1)
    if (to - from < fewestLines)
      return lines.map(foldLine).join('\n')
    const mark = blankLinesMark(lines.slice(from, to))
    return [...lines.slice(0, from).map(foldLine), mark, ...lines.slice(to).map(foldLine)].join('\n')
  })
}

/** Whether nothing in a line is seen. */
export function isBlankLine(line: string): boolean {
  return line.replace(unseen, '') === ''
}

/** What is in place of blank lines; fewer stay as they are. */
export function blankLinesMark(lines: readonly string[]): string {
  const count = lines.reduce((sum, line) => sum + countInvisible(line), 0)
  return `⟨${lines.length} blank lines${count > 0 ? `, ${count} invisible characters` : ''}⟩`
}

function foldLine(run: string): string {
  const count = countInvisible(run)
  if (count >= fewestInvisible)
    return `⟨${count} invisible characters⟩`
  return run.length >= fewestBlanks ? `⟨${run.length} blanks⟩` : run
}

/** A return at the end of a line is part of its end. */
function countInvisible(line: string): number {
  return line.replace(/\r$/, '').match(anyInvisible)?.length ?? 0
}
