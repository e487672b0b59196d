import { useEventListener, useMutationObserver } from '@vueuse/core'
import { watch } from 'vue'

const messageBox = 'textarea[data-look=message]'

/**
 * Keeps the focus in the message box while a new connection remounts everything. Text typed until the box is back is
 * inserted at the caret.
 */
export function useTypedAhead(connection: () => number | undefined): void {
  let left: { readonly box: HTMLTextAreaElement, readonly caret: readonly [number, number] } | undefined
  let typed = ''

  watch(connection, () => {
    const box = document.activeElement
    if (box instanceof HTMLTextAreaElement && box.matches(messageBox))
      left = { box, caret: [box.selectionStart, box.selectionEnd] }
  }, { flush: 'sync' }) // before it leaves the page

  useEventListener(window, 'keydown', (event) => {
    if (!left || document.activeElement !== document.body || !typesOutsideFields(event) || event.key.length > 2)
      return
    event.preventDefault()
    typed += event.key
  }, { capture: true })

  useMutationObserver(document.body, () => {
    if (!left)
      return
    const box = document.querySelector<HTMLTextAreaElement>(messageBox)
    if (!box || box === left.box)
      return
    const { caret } = left
    left = undefined
    box.focus({ preventScroll: true })
    box.setRangeText(typed, ...caret, 'end')
    typed = ''
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }, { childList: true, subtree: true })
}

/** Selectors of elements that handle letters, and of elements that handle Space. */
const letterSelector = 'input, textarea, select, [contenteditable]'
const spaceSelector = 'button, a[href], summary, [role=button], [role=switch], [role=tab], [role=menuitem], [role=option], [role=treeitem]'

/**
 * Whether this key types a character outside any field. The message box gets the character if it is focused before the
 * event ends. An input method starts with an unidentified key.
 */
export function typesOutsideFields(event: KeyboardEvent): boolean {
  const { key, target } = event
  const isAltGraph = event.getModifierState('AltGraph')
  const hasModifier = event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey))
  const isCharacter = [...key].length === 1 || key === 'Dead' || key === 'Process'
  if (event.defaultPrevented || hasModifier || !isCharacter || !(target instanceof Element) || target.closest(letterSelector))
    return false
  return key !== ' ' || target.closest(spaceSelector) === null
}
