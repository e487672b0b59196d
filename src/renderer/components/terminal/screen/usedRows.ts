import type { Terminal } from '@xterm/xterm'

/** Of the rows of a screen, as many as hold something, counted from the first; all, where it has scrolled. */
export function usedRows({ buffer: { active }, rows }: Terminal): number {
  if (active.baseY > 0 || active.type === 'alternate')
    return rows
  let used = active.cursorX > 0 ? active.cursorY + 1 : active.cursorY
  while (used < rows && active.getLine(used)?.translateToString(true))
    used++
  return used
}
