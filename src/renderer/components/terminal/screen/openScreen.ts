import type { Terminal } from '@xterm/xterm'

type Cell = readonly [number, number] | undefined
interface Drawing { handleSelectionChanged: (start: Cell, end: Cell, isColumns: boolean) => void }

/**
 * Shows a terminal in `box`. By itself xterm draws all rows again wherever they scroll, for what is selected, even if nothing is
 * (xtermjs/xterm.js#4633), and has no option for it. Its own addons reach into it in the same way; without that part it draws as it does.
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
