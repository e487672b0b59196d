/** The usual keys of every action, in one place. Browsers keep Ctrl+N for themselves, so Alt+N does the same. */
export const usualShortcuts = {
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
  /** In the message box. Shift+Tab moves the focus, as everywhere. */
  cycleMode: ['Alt+O'],
  /** In the message box, right after a long text was pasted there. */
  undoPaste: ['Mod+Z'],
  stop: ['Mod+.'],
  focusQuestion: ['Alt+Q'],
  focusTerminal: ['Alt+T'],
  /** In an open file. */
  saveFile: ['Mod+S'],
  closeFile: ['Mod+W', 'Alt+X'],
  findInFile: ['Mod+F'],
  goToLine: ['Ctrl+G'],
  addToMessage: ['Mod+L'],
  nextFresh: ['F7'],
  previousFresh: ['Shift+F7'],
  /** In the review of changes, while the focus is in no text box. */
  reviewNext: ['J'],
  reviewPrevious: ['K'],
  reviewKeep: ['Y'],
  reviewReject: ['N'],
  reviewUndo: ['Mod+Z'],
  reviewComment: ['C'],
  reviewSend: ['Mod+Enter'],
  reviewClose: ['Escape'],
} as const satisfies Record<string, readonly string[]>

export type ShortcutId = keyof typeof usualShortcuts
export type Shortcuts = Readonly<Record<ShortcutId, readonly string[]>>

export const shortcutIds = Object.keys(usualShortcuts) as ShortcutId[] // the keys of a constant object

/** These count in one place, where they come before what the same keys mean in the whole window. */
const places: Partial<Record<ShortcutId, 'message' | 'file' | 'review'>> = {
  cycleMode: 'message',
  undoPaste: 'message',
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

/** How many combinations one action can have. */
export const maxCombinations = 5

const modifiers = ['Mod', 'Ctrl', 'Alt', 'Shift']
const namedKeys = [
  ...['Enter', 'Escape', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
]
/**
 * What every text box does by these. Alt with a digit answers a question, and Alt+B and Alt+J are Alt+F and Alt+Q on a
 * Mac.
 */
const reserved = new Set([
  ...['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Y', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Backspace', 'Mod+Delete'],
  ...Array.from({ length: 10 }, (_, digit) => `Alt+${digit}`),
  ...['Alt+B', 'Alt+J'],
])

/** The name of an action's keys in `settings.json`. */
export function settingName(id: ShortcutId): string {
  return id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** A combination as the table writes it, or why an action cannot have it. */
export function readCombination(id: ShortcutId, text: string): { readonly keys: string } | { readonly fault: string } {
  const names = text.split('+').map(name => name.trim())
  const key = names.pop() ?? ''
  const held = modifiers.filter(modifier => names.some(name => name.toLowerCase() === modifier.toLowerCase()))
  const known = /^[a-z\d`,.]$/i.test(key) ? key.toUpperCase() : namedKeys.find(name => name.toLowerCase() === key.toLowerCase())
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
  const isUsual = (usualShortcuts[id] as readonly string[]).includes(keys)
  if (!isUsual && reserved.has(keys.replace('Ctrl', 'Mod')))
    return { fault: `"${keys}" is kept for editing text, for answers, or for another key on a Mac. Choose other keys.` }
  if (places[id] !== 'review' && !held.some(name => name !== 'Shift') && !/^F\d/.test(known))
    return { fault: `"${keys}" is needed for writing. Add Mod or Alt, or take one of F1 to F24.` }
  return { keys }
}

/** Another action that has one of these keys at the same place, if there is one. */
export function sameKeys(id: ShortcutId, shortcuts: Shortcuts): { readonly keys: string, readonly by: ShortcutId } | undefined {
  const meaning = (keys: string): string => keys.replace('Ctrl', 'Mod') // the same key but on a Mac
  for (const keys of shortcuts[id]) {
    const by = shortcutIds.find(other => other !== id && places[other] === places[id]
      && shortcuts[other].some(others => meaning(others) === meaning(keys)))
    if (by !== undefined)
      return { keys, by }
  }
  return undefined
}
