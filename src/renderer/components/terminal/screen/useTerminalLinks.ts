import type { IBuffer, IBufferLine, ILink, Terminal } from '@xterm/xterm'
import { report } from '../../../report'
import { findAddresses } from '../../../text/findAddresses'
import { visibleText } from '../../../text/visibleText'
import { type FilePlace, usePathActions } from '../../paths/pathActions'
import { pathWords as words } from '../../paths/words'
import { useOutputPlaces } from '../outputPlaces'

/** Maximum number of links in a line, which is parsed on hover. */
const maxInLine = 20

/**
 * Links web addresses and file names in a terminal's output. `TerminalFiles.vue` lists the files for keyboard users.
 * Long because each kind of link has its own handlers.
 */
export function useTerminalLinks({ cwd, needsCtrl = false, onHover, onAddress }: {
  cwd: () => string | undefined
  /** Opens links only with Ctrl, or Command on a Mac, as plain clicks go to the program. */
  needsCtrl?: boolean
  onHover: (target: string | undefined) => void
  onAddress: (address: string) => void
}): {
  watch: (terminal: Terminal) => void
  /** Called for a right click on a link. */
  onMenu: (event: MouseEvent) => void
} {
  const places = useOutputPlaces(cwd)
  const actions = usePathActions()
  let hovered: FilePlace | undefined

  async function findLinks(terminal: Terminal, row: number): Promise<ILink[]> {
    const { text, cell } = readLine(terminal.buffer.active, row - 1)
    const range = (start: number, end: number) => ({ start: cell(start), end: cell(end - 1) })
    const addresses = findAddresses(text, maxInLine).map(({ start, end, address }): ILink => ({
      text: address,
      range: range(start, end),
      activate: ({ button, ctrlKey, metaKey }) => {
        if (button === 0 && (ctrlKey || metaKey || !needsCtrl))
          onAddress(address)
      },
      hover: () => onHover(address),
      leave: () => onHover(undefined),
    }))
    const files = (await places?.find(text, maxInLine) ?? []).map(({ start, end, place }): ILink => ({
      text: text.slice(start, end),
      range: range(start, end),
      activate: ({ button, ctrlKey, metaKey }) => {
        const hasCtrl = ctrlKey || metaKey
        if (button === 0 && hasCtrl === needsCtrl)
          actions?.open(place)
        else if (button === 0 && hasCtrl)
          actions?.openOutside(place)
      },
      hover: () => {
        hovered = place
        onHover(words.hint(visibleText(words.place(place.path, place.line, place.column))))
      },
      leave: () => {
        hovered = undefined
        onHover(undefined)
      },
    }))
    return [...addresses, ...files]
  }

  return {
    watch: (terminal) => {
      terminal.registerLinkProvider({ provideLinks: (row, answer) => void findLinks(terminal, row).then(answer, report) })
    },
    onMenu: (event) => {
      if (!hovered || !actions)
        return
      event.preventDefault()
      event.stopPropagation()
      actions.askMenu(hovered, event).catch(report)
    },
  }
}

/** A logical line, which may wrap over several rows. */
interface LineText {
  readonly text: string
  /** Returns the column and row of a character, counted from 1 as in xterm. */
  cell(index: number): { readonly x: number, readonly y: number }
}

/** Maximum rows parsed above and below a row of a long line. */
const maxRows = 20

/** Reads the logical line that contains a row, counted from 0. */
function readLine(buffer: IBuffer, row: number): LineText {
  let first = row
  while (first > 0 && row - first < maxRows && buffer.getLine(first)?.isWrapped)
    first--
  let text = ''
  const cells: { x: number, y: number }[] = []
  for (let y = first; y < first + 2 * maxRows; y++) {
    const line = buffer.getLine(y)
    if (!line || (y > first && !line.isWrapped))
      break
    text += readCells(line, y, cells)
  }
  return { text, cell: index => cells[index] ?? { x: 1, y: row + 1 } }
}

/** Reads a row's cells. A wide character is followed by an empty cell, and a cell may contain several characters. */
function readCells(line: IBufferLine, y: number, cells: { x: number, y: number }[]): string {
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
