/** What folds a part of an entry away: disclosures, and the line of a folded call. */
const closed = 'details:not([open]) > summary, .title[aria-expanded=false]'
/** Draws more of a long text or list each time. */
const more = 'button[data-hidden]'

/** Opens the next fold in an element, or draws more in it, as the reader would; false when all is shown. */
export function openFold(element: HTMLElement, opened: Set<Element>): boolean {
  const fold = [...element.querySelectorAll<HTMLElement>(closed)].find(found => !opened.has(found))
    ?? element.querySelector<HTMLElement>(more)
  if (!fold)
    return false
  opened.add(fold)
  fold.click()
  return true
}
