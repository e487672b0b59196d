import { useEventListener } from '@vueuse/core'
import { keysMatch } from './keys'

/** What is read as one: all of it is selected, and nothing around it. */
const parts = 'dialog, [role=log], [role=region], aside, main'

/** Ctrl+A selects what is read, not the window around it: the part with the keyboard, a dialog, the conversation, or the page. */
export function useSelectAll(): void {
  useEventListener(document, 'keydown', (event) => {
    const { target } = event
    if (event.defaultPrevented || !keysMatch('Mod+A', event) || !(target instanceof Element) || isField(target))
      return
    const part = target.closest(parts)
      ?? document.querySelector('dialog[open]')
      ?? document.querySelector('[role=log]')
      ?? document.querySelector('main')
    if (!part)
      return
    event.preventDefault()
    getSelection()?.selectAllChildren(part)
  })
}

function isField(target: Element): boolean {
  return target.matches('input, textarea, select, [contenteditable]')
}
