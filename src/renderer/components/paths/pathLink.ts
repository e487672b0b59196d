import type { FilePlace, PathActions } from './pathActions'
import { report } from '../../report'
import { visibleText } from '../../text/visibleText'
import { pathWords as words } from './words'

/** Attributes of a link to a file. Agents cannot fake them, as their HTML loses `data-` attributes. */
export function createLinkAttributes({ path, line, column }: FilePlace): Record<string, string | number> {
  return {
    'role': 'link',
    'tabindex': 0,
    'data-path': path,
    ...line !== undefined && { 'data-line': line },
    ...column !== undefined && { 'data-column': column },
    'title': words.hint(visibleText(words.place(path, line, column))),
  }
}

/**
 * Listeners for links inside an element. Click and Enter open the file, with Ctrl or Command outside Parley. Right
 * click and the menu key open the menu.
 */
export function createLinkListeners(actions: PathActions) {
  const follow = (place: FilePlace, { ctrlKey, metaKey }: MouseEvent | KeyboardEvent): void =>
    ctrlKey || metaKey ? actions.openOutside(place) : actions.open(place)
  return {
    onClick(event: MouseEvent) {
      const place = readPlace(event)
      // Selecting a link's text does not open it.
      if (place && event.button === 0 && getSelection()?.isCollapsed !== false)
        follow(place, event)
    },
    onKeydown(event: KeyboardEvent) {
      const place = event.key === 'Enter' && !event.repeat ? readPlace(event) : undefined
      if (!place)
        return
      event.preventDefault()
      follow(place, event)
    },
    // Captured, as a link's menu takes precedence over its ancestors' menus.
    onContextmenuCapture(event: MouseEvent) {
      const place = readPlace(event)
      if (!place)
        return
      event.preventDefault()
      event.stopPropagation()
      actions.askMenu(place, event).catch(report)
    },
  }
}

function readPlace({ target }: Event): FilePlace | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-path]') : null
  const path = link?.dataset.path
  if (path === undefined)
    return undefined
  const { line, column } = link!.dataset
  return {
    path,
    ...line !== undefined && { line: Number(line) },
    ...column !== undefined && { column: Number(column) },
  }
}
