import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'
import { Menu } from 'electron'

type Place = Pick<ContextMenuParams, 'isEditable' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'>

/** Shows the context menu of an editable text, with suggestions for a misspelled word. The page does everything else itself. */
export function offerEditing(contents: WebContents): void {
  contents.on('context-menu', (_event, place) => {
    if (place.isEditable)
      Menu.buildFromTemplate(editItems(place, contents)).popup()
  })
}

/** What that menu holds. */
export function editItems(
  { misspelledWord, dictionarySuggestions, editFlags }: Place,
  { replaceMisspelling, session }: Pick<WebContents, 'replaceMisspelling' | 'session'>,
): MenuItemConstructorOptions[] {
  const spelling: MenuItemConstructorOptions[] = misspelledWord === ''
    ? []
    : [
        ...dictionarySuggestions.map(word => ({ label: word, click: () => replaceMisspelling(word) })),
        ...dictionarySuggestions.length === 0 ? [{ label: 'No suggestions', enabled: false }] : [],
        { label: 'Add to dictionary', click: () => void session.addWordToSpellCheckerDictionary(misspelledWord) },
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
