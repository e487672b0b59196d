import type { ITerminalInitOnlyOptions, ITerminalOptions } from '@xterm/xterm'
import type { TerminalLook } from './terminalLook'

/** A card begins with a few rows and grows with its output; a program always sees the most. */
export const minRows = 3
/** How many rows a card shows at most. */
export const maxRows = 20

/** An xterm that only shows: nothing reaches the clipboard, and only the last 5,000 lines are kept. */
export function screenOptions(look: TerminalLook): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    rows: maxRows,
    cols: 80,
    scrollback: 5_000,
    lineHeight: 1.3,
    allowProposedApi: false,
    disableStdin: true,
    cursorInactiveStyle: 'none',
    ...look,
    // Programs choose colours for a dark ground, or for none: what cannot be read is lifted.
    minimumContrastRatio: 4.5,
  }
}
