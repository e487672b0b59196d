/** Whether the reader selects text in the element, or works with something in it. */
export function isUsed(element: HTMLElement | null): boolean {
  if (!element)
    return false
  const selection = getSelection()
  const { activeElement } = document
  return (selection?.isCollapsed === false && element.contains(selection.anchorNode))
    || (activeElement !== element && element.contains(activeElement))
}
