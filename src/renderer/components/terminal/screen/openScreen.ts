import type { Terminal } from '@xterm/xterm'

type Cell = readonly [number, number] | undefined
interface Drawing { handleSelectionChanged: (start: Cell, end: Cell, isColumns: boolean) => void }

/**
 * Shows a terminal in `box`. By itself xterm draws all rows again wherever they scroll, for what is selected, even if
 * nothing is (xtermjs/xterm.js#4633), and has no option for it. Its own addons reach into it in the same way; without
 * that part it draws as it does.
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

/** xterm measures a character when it opens, which is too early while the bundled font loads. */
export async function measureWithFont({ options }: Terminal): Promise<void> {
  const { fontSize, fontFamily } = options
  // In a hidden thread it has no font yet; it measures when it becomes visible.
  if (!Number.isFinite(fontSize))
    return
  const font = `${fontSize}px ${fontFamily}`
  if (document.fonts.check(font))
    return
  await document.fonts.load(font)
  options.fontFamily = 'monospace'
  options.fontFamily = fontFamily
}

/** Number of used rows of a screen; all if it has scrolled. */
export function usedRows({ buffer: { active }, rows }: Terminal): number {
  if (active.baseY > 0 || active.type === 'alternate')
    return rows
  let used = active.cursorX > 0 ? active.cursorY + 1 : active.cursorY
  while (used < rows && active.getLine(used)?.translateToString(true))
    used++
  return used
}
