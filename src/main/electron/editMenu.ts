import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'
import { Menu } from 'electron'

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'>

/**
 * Shows the context menu for selected and editable text, with spelling suggestions. Electron emits no event if the page
 * shows its own menu.
 */
export function offerEditing(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, place) => {
    const items = createEditItems(place, window.webContents)
    const { x, y, frame, menuSourceType } = place // the menu key opens it at the caret instead of the mouse
    if (items.length > 0)
      Menu.buildFromTemplate(items).popup({ window, x, y, frame: frame ?? undefined, sourceType: menuSourceType })
  })
}

/** The menu's items; empty if there is nothing to do. */
export function createEditItems(
  { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags }: Place,
  contents: Pick<WebContents, 'replaceMisspelling' | 'session'>,
): MenuItemConstructorOptions[] {
  if (!isEditable)
    return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }]
  const spelling: MenuItemConstructorOptions[] = misspelledWord === ''
    ? []
    : [
        ...dictionarySuggestions.map(word => ({ label: word, click: () => contents.replaceMisspelling(word) })),
        ...dictionarySuggestions.length === 0 ? [{ label: 'No suggestions', enabled: false }] : [],
        {
          label: 'Add to dictionary',
          click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
        },
        { type: 'separator' },
      ]
  return [
    ...spelling,
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}
