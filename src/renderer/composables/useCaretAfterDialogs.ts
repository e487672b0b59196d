import { useEventListener } from '@vueuse/core'

/**
 * Lets a person continue typing after a dialog. Chromium gives the focus back to the text box that had it, but when the
 * dialog with the last caret leaves the page, the box has none: keys reach it and write nothing until it is focused
 * again.
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
