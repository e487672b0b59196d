/** The buttons that answer a question; others beside them only show more. */
export const answerSelector = '[data-answer]'

/** Where the answering buttons in `root` stand on the screen, and which of their parts something lies over. */
export function answerPlaces(root: Element): string {
  const view = window.visualViewport
  const zoom = [window.devicePixelRatio, view?.scale, view?.offsetLeft, view?.offsetTop]
  return [zoom.join(' '), ...[...root.querySelectorAll(answerSelector)].map(placeOf)].join('|')
}

function placeOf(button: Element): string {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  return [...[left, top, right, bottom].map(Math.round), ...coveredParts(button, { left, top, right, bottom })].join(' ')
}

/** The middle and the corners, a little inside, because corners are round. */
function coveredParts(button: Element, { left, top, right, bottom }: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>): boolean[] {
  const inset = 4
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ] as const
  return points.map(([x, y]) => !button.contains(document.elementFromPoint(x, y)))
}
