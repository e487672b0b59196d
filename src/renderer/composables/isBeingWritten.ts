/** Whether this is a box in which something is being written: one that holds text, or a terminal, whose box is always empty. */
export function isBeingWritten(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
    return element.value !== '' || element.closest('.xterm') !== null
  return element instanceof HTMLElement && element.isContentEditable
}
