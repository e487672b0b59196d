/** Every key of the app, in one place. Browsers keep Ctrl+N for themselves, so Alt+N does the same. */
export const shortcuts = {
  newThread: ['Mod+N', 'Alt+N'],
  palette: ['Mod+K'],
  settings: ['Mod+,'],
  searchThreads: ['Alt+S'],
  searchEverything: ['Mod+Shift+F'],
  findInThread: ['Mod+F'],
  toggleThreads: ['Mod+B'],
  togglePanel: ['Alt+P'],
  agentLog: ['Alt+L'],
  nextThread: ['Alt+ArrowDown'],
  previousThread: ['Alt+ArrowUp'],
  focusMessage: ['Alt+M'],
  attach: ['Alt+A'],
  /** In the message box. Shift+Tab moves the focus, as everywhere. */
  cycleMode: ['Alt+O'],
  /** In the message box, right after a long text was pasted there. */
  undoPaste: ['Mod+Z'],
  stop: ['Mod+.'],
  focusQuestion: ['Alt+Q'],
  focusTerminal: ['Alt+T'],
} as const satisfies Record<string, readonly string[]>
