/** The default keys of every action. Browsers reserve Ctrl+N, so Alt+N is an alternative. */
export const defaultShortcuts = {
  newThread: ['Mod+N', 'Alt+N'],
  palette: ['Mod+K'],
  settings: ['Mod+,'],
  searchThreads: ['Alt+S'],
  searchEverything: ['Mod+Shift+F'],
  findInThread: ['Mod+F'],
  toggleThreads: ['Mod+B'],
  files: ['Alt+F'],
  quickOpen: ['Mod+P'],
  searchInFiles: ['Mod+Shift+H'],
  togglePanel: ['Alt+P'],
  toggleEditor: ['Alt+G'],
  agentLog: ['Alt+L'],
  nextThread: ['Alt+ArrowDown'],
  previousThread: ['Alt+ArrowUp'],
  nextWaiting: ['Alt+W'],
  notices: ['F8'],
  reviewChanges: ['Alt+R'],
  nextChange: ['Alt+C'],
  previousChange: ['Alt+Shift+C'],
  nextQuestion: ['Alt+I'],
  previousQuestion: ['Alt+Shift+I'],
  nextError: ['Alt+E'],
  previousError: ['Alt+Shift+E'],
  focusMessage: ['Alt+M'],
  attach: ['Alt+A'],
  /** In the message box. Not Shift+Tab, which moves the focus everywhere. */
  cycleMode: ['Alt+O'],
  /** In the message box, right after pasting a long text. */
  undoPaste: ['Mod+Z'],
  stop: ['Mod+.'],
  focusQuestion: ['Alt+Q'],
  focusTerminal: ['Alt+T'],
  toggleTerminals: ['Ctrl+`', 'Alt+J'],
  newTerminal: ['Ctrl+Shift+`'],
  /** In one of the person's own terminals, where all other keys go to the shell. */
  splitTerminal: ['Ctrl+Shift+5'],
  nextTerminal: ['Alt+PageDown'],
  previousTerminal: ['Alt+PageUp'],
  copyInTerminal: ['Mod+Shift+C'],
  findInTerminal: ['Mod+Shift+F'],
  addTerminalToMessage: ['Mod+Shift+L'],
  leaveTerminal: ['Ctrl+Shift+Escape'],
  /** In the editor. */
  saveFile: ['Mod+S'],
  closeFile: ['Mod+W', 'Alt+X'],
  findInFile: ['Mod+F'],
  goToLine: ['Ctrl+G'],
  addToMessage: ['Mod+L'],
  nextFresh: ['F7'],
  previousFresh: ['Shift+F7'],
  /** In the review of changes, unless the focus is in a text box. */
  reviewNext: ['J'],
  reviewPrevious: ['K'],
  reviewKeep: ['Y'],
  reviewReject: ['N'],
  reviewUndo: ['Mod+Z'],
  reviewComment: ['C'],
  reviewSend: ['Mod+Enter'],
  reviewClose: ['Escape'],
} as const satisfies Record<string, readonly string[]>

export type ShortcutId = keyof typeof defaultShortcuts
export type Shortcuts = Readonly<Record<ShortcutId, readonly string[]>>

export const shortcutIds = Object.keys(defaultShortcuts) as ShortcutId[] // the keys of a constant object

/** These apply in only one place, where they take precedence over the same keys elsewhere. */
const scopes: Partial<Record<ShortcutId, 'message' | 'file' | 'review' | 'terminal'>> = {
  cycleMode: 'message',
  undoPaste: 'message',
  splitTerminal: 'terminal',
  nextTerminal: 'terminal',
  previousTerminal: 'terminal',
  copyInTerminal: 'terminal',
  findInTerminal: 'terminal',
  addTerminalToMessage: 'terminal',
  leaveTerminal: 'terminal',
  findInFile: 'file',
  goToLine: 'file',
  reviewNext: 'review',
  reviewPrevious: 'review',
  reviewKeep: 'review',
  reviewReject: 'review',
  reviewUndo: 'review',
  reviewComment: 'review',
  reviewSend: 'review',
  reviewClose: 'review',
}

/** The maximum number of key combinations per action. */
export const maxCombinations = 5

const modifiers = ['Mod', 'Ctrl', 'Alt', 'Shift']
const namedKeys = [
  ...['Enter', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
]
/**
 * Reserved for text editing. Alt with a digit answers a question; on a Mac, Alt+B and Alt+J serve as Alt+F and Alt+Q.
 */
const reserved = new Set([
  ...['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Y', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Backspace', 'Mod+Delete'],
  ...Array.from({ length: 10 }, (_, digit) => `Alt+${digit}`),
  ...['Alt+B', 'Alt+J'],
])

/** The key of an action in `settings.json`. */
export function settingKey(id: ShortcutId): string {
  return id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** Normalizes a key combination, or explains why the action cannot have it. */
export function parseCombination(id: ShortcutId, text: string): { readonly keys: string } | { readonly fault: string } {
  const names = text.split('+').map(name => name.trim())
  const key = names.pop() ?? ''
  const held = modifiers.filter(modifier => names.some(name => name.toLowerCase() === modifier.toLowerCase()))
  const known = /^[a-z\d`,.]$/i.test(key)
    ? key.toUpperCase()
    : namedKeys.find(name => name.toLowerCase() === key.toLowerCase())
  if (known === undefined || held.length !== names.length) {
    return {
      fault: `These are no keys: ${JSON.stringify(text)}. Write Mod (Ctrl, or Command on a Mac), Ctrl, Alt or Shift, and one `
        + 'key: a letter, a digit, "`", ",", ".", F1 to F24, Enter, Escape or ArrowUp, such as "Mod+Shift+K".',
    }
  }
  const keys = [...held, known].join('+')
  if (held.includes('Alt') && (held.includes('Ctrl') || held.includes('Mod')))
    return { fault: `"${keys}" types characters on many keyboards, as AltGr does. Leave out one of Ctrl and Alt.` }
  if (held.includes('Ctrl') && held.includes('Mod'))
    return { fault: `"${keys}" cannot be pressed where Mod is Ctrl. Leave out one of them.` }
  const isUsual = (defaultShortcuts[id] as readonly string[]).includes(keys)
  if (!isUsual && reserved.has(keys.replace('Ctrl', 'Mod')))
    return { fault: `"${keys}" is kept for editing text, for answers, or for another key on a Mac. Choose other keys.` }
  if (scopes[id] !== 'review' && !held.some(name => name !== 'Shift') && !/^F\d/.test(known))
    return { fault: `"${keys}" is needed for writing. Add Mod or Alt, or take one of F1 to F24.` }
  return { keys }
}

/** Another action with one of these keys in the same place, if any. */
export function findShortcutConflict(
  id: ShortcutId,
  shortcuts: Shortcuts,
): { readonly keys: string, readonly by: ShortcutId } | undefined {
  const meaning = (keys: string): string => keys.replace('Ctrl', 'Mod') // equivalent except on a Mac
  for (const keys of shortcuts[id]) {
    const by = shortcutIds.find(other => other !== id && scopes[other] === scopes[id]
      && shortcuts[other].some(others => meaning(others) === meaning(keys)))
    if (by !== undefined)
      return { keys, by }
  }
  return undefined
}
