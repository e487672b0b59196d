import type { ITerminalInitOnlyOptions, ITerminalOptions } from '@xterm/xterm'

/** A card begins with a few rows and grows with its output; a program always sees the most. */
export const minRows = 3
export const maxRows = 20

/** An xterm that only shows: nothing reaches the clipboard, and only the last 5,000 lines are kept. */
export function screenOptions(foreground: string, background: string): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    rows: maxRows,
    cols: 80,
    scrollback: 5_000,
    fontSize: 12.5,
    lineHeight: 1.3,
    allowProposedApi: false,
    disableStdin: true,
    cursorInactiveStyle: 'none',
    theme: {
      foreground,
      background,
      cursor: foreground,
      black: '#5b6470',
      red: '#ff8f86',
      green: '#6bcf97',
      yellow: '#f0c674',
      blue: '#86a5ff',
      magenta: '#d6a2f5',
      cyan: '#6fd0d9',
      white: '#d6dae0',
      brightBlack: '#8a93a0',
      brightRed: '#ffb0a9',
      brightGreen: '#93e2b4',
      brightYellow: '#ffdf9b',
      brightBlue: '#a9c0ff',
      brightMagenta: '#e6c4fb',
      brightCyan: '#99e4ea',
      brightWhite: '#ffffff',
    },
  }
}
