import type { Terminal } from '@xterm/xterm'

type Cell = readonly [number, number] | undefined
interface Drawing { handleSelectionChanged: (start: Cell, end: Cell, isColumns: boolean) => void }

/**
 * Opens a terminal in `box`. Patches xterm, which redraws all rows on each scroll to update the selection, even if
 * there is none (xtermjs/xterm.js#4633). If the internals that this uses are missing, the patch does nothing.
 */
export function openScreen(terminal: Terminal, box: HTMLElement): void {
  terminal.open(box)
  const { _core: core } = terminal as unknown as { _core?: { _renderService?: Partial<Drawing> } }
  const service = core?._renderService
  const draw = service?.handleSelectionChanged
  if (!service || !draw)
    return
  let isSelected = false
  service.handleSelectionChanged = (start, end, isColumns) => {
    const wasSelected = isSelected
    isSelected = start !== undefined && end !== undefined
    if (isSelected || wasSelected)
      draw.call(service, start, end, isColumns)
  }
}

/** Makes xterm measure again once the bundled font is loaded, as it measures characters when it opens. */
export async function measureWithFont({ options }: Terminal): Promise<void> {
  const { fontSize, fontFamily } = options
  // A hidden thread has no font. It is measured when it becomes visible.
  if (!Number.isFinite(fontSize))
    return
  const font = `${fontSize}px ${fontFamily}`
  if (document.fonts.check(font))
    return
  await document.fonts.load(font)
  options.fontFamily = 'monospace'
  options.fontFamily = fontFamily
}

/** Counts the used rows of a screen; all rows if it has scrolled. */
export function countUsedRows({ buffer: { active }, rows }: Terminal): number {
  if (active.baseY > 0 || active.type === 'alternate')
    return rows
  let used = active.cursorX > 0 ? active.cursorY + 1 : active.cursorY
  while (used < rows && active.getLine(used)?.translateToString(true))
    used++
  return used
}
