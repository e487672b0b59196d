import { onScopeDispose } from 'vue'

/**
 * Lets a person go on typing after a dialog. Chromium gives the focus back to the text box that had it, but when the dialog with the last
 * caret leaves
 * the page, the box has none: keys reach it and write nothing until it is focused anew.
 */
export function useCaretAfterDialogs(): void {
  // `close` does not bubble. Vue has removed the dialog by the next task.
  const listener = () => setTimeout(focusAnew)
  document.addEventListener('close', listener, { capture: true })
  onScopeDispose(() => document.removeEventListener('close', listener, { capture: true }))
}

function focusAnew(): void {
  const box = document.activeElement
  if (!(box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement))
    return
  box.blur()
  box.focus({ preventScroll: true })
}
