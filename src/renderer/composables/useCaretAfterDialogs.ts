import { useEventListener } from '@vueuse/core'

/**
 * Lets the person continue typing after a dialog. Chromium restores the focus to the text box, but if the dialog with
 * the caret is removed, the box has no caret, and keys have no effect until it is focused again.
 */
export function useCaretAfterDialogs(): void {
  // `close` does not bubble. Vue has removed the dialog by the next task.
  useEventListener(document, 'close', () => setTimeout(focusAgain), { capture: true })
}

function focusAgain(): void {
  const box = document.activeElement
  if (!(box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement))
    return
  box.blur()
  box.focus({ preventScroll: true })
}
