import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'

/** A card begins with a few rows and grows with its output; a program always sees the most. */
export const minRows = 3
export const maxRows = 20

/** An xterm that only shows: nothing reaches the clipboard, and only the last 5,000 lines are kept. */
export function screenOptions(theme: ITheme): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    rows: maxRows,
    cols: 80,
    scrollback: 5_000,
    fontSize: 12.5,
    lineHeight: 1.3,
    allowProposedApi: false,
    disableStdin: true,
    cursorInactiveStyle: 'none',
    theme,
    // Programs choose colours for a dark ground, or for none: what cannot be read is lifted.
    minimumContrastRatio: 4.5,
  }
}
