import type { IBuffer, IBufferLine } from '@xterm/xterm'

/** A line as it was written: what wraps on a screen is one. */
export interface LineText {
  readonly text: string
  /** Where the character at an index of the text stands, from 1 on, as xterm counts. */
  cell(index: number): { readonly x: number, readonly y: number }
}

/** A longer line is no list of files: of it, only what stands around is read. */
const maxRows = 20

/** The line that the row, counted from 0, is a part of. */
export function lineText(buffer: IBuffer, row: number): LineText {
  let first = row
  while (first > 0 && row - first < maxRows && buffer.getLine(first)?.isWrapped)
    first--
  let text = ''
  const cells: { x: number, y: number }[] = []
  for (let y = first; y < first + 2 * maxRows; y++) {
    const line = buffer.getLine(y)
    if (!line || (y > first && !line.isWrapped))
      break
    text += read(line, y, cells)
  }
  return { text, cell: index => cells[index] ?? { x: 1, y: row + 1 } }
}

/** A wide character takes two cells, the second of which is empty; one with marks is several of the text. */
function read(line: IBufferLine, y: number, cells: { x: number, y: number }[]): string {
  let text = ''
  for (let x = 0; x < line.length; x++) {
    const cell = line.getCell(x)
    if (!cell || cell.getWidth() === 0)
      continue
    const characters = cell.getChars() || ' '
    for (let index = 0; index < characters.length; index++)
      cells.push({ x: x + 1, y: y + 1 })
    text += characters
  }
  return text
}
