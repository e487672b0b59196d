import type { WebContents } from 'electron'
import { expect, it, vi } from 'vitest'
import { createEditItems } from '../../../src/main/electron/editMenu'

vi.mock('electron', () => ({ Menu: {} }))

const editFlags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }

function listItems(
  misspelledWord: string,
  dictionarySuggestions: string[],
  at: { isEditable?: boolean, selectionText?: string } = {},
) {
  const replaceMisspelling = vi.fn()
  const addWordToSpellCheckerDictionary = vi.fn()
  const contents = { replaceMisspelling, session: { addWordToSpellCheckerDictionary } } as unknown as WebContents
  const place = { isEditable: true, selectionText: '', ...at, misspelledWord, dictionarySuggestions, editFlags: editFlags as never }
  const items = createEditItems(place, contents)
  const click = (label: string): void =>
    items.find(item => item.label === label)?.click?.(undefined as never, undefined, undefined as never)
  return { items, click, replaceMisspelling, addWordToSpellCheckerDictionary }
}

it('offers suggestions for a misspelled word, and to add the word to the dictionary', () => {
  const { items, click, replaceMisspelling, addWordToSpellCheckerDictionary } = listItems('teh', ['the', 'ten'])
  expect(items.slice(0, 3).map(({ label }) => label)).toEqual(['the', 'ten', 'Add to dictionary'])
  click('the')
  expect(replaceMisspelling).toHaveBeenCalledWith('the')
  click('Add to dictionary')
  expect(addWordToSpellCheckerDictionary).toHaveBeenCalledWith('teh')
  expect(listItems('qqq', []).items[0]).toMatchObject({ label: 'No suggestions', enabled: false })
})

it('offers the commands that apply to the text', () => {
  const { items } = listItems('', [])
  expect(items.map(({ role }) => role).filter(Boolean)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'])
  expect(items.find(({ role }) => role === 'redo')?.enabled).toBe(false)
})

it('offers to copy a selection in read-only text, and nothing without one', () => {
  const listRoles = (selectionText: string) =>
    listItems('', [], { isEditable: false, selectionText }).items.map(({ role }) => role)
  expect(listRoles('a line')).toEqual(['copy'])
  expect(listRoles(' ')).toEqual([])
})
