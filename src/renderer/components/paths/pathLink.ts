import type { FilePlace, PathActions } from './pathActions'
import { report } from '../../report'
import { visibleText } from '../../text/visibleText'
import { pathWords as words } from './words'

/**
 * The attributes that make an element lead to a file. Nothing from an agent can set them: its HTML keeps no `data-`
 * attributes.
 */
export function linkAttributes({ path, line, column }: FilePlace): Record<string, string | number> {
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
 * What the links below an element do: a click and Enter open, with Ctrl or Command outside Parley; a right click and
 * the menu key ask.
 */
export function linkListeners(actions: PathActions) {
  const follow = (place: FilePlace, { ctrlKey, metaKey }: MouseEvent | KeyboardEvent): void =>
    ctrlKey || metaKey ? actions.openOutside(place) : actions.open(place)
  return {
    onClick(event: MouseEvent) {
      const place = placeAt(event)
      // Who selects the words of a link does not follow it.
      if (place && event.button === 0 && getSelection()?.isCollapsed !== false)
        follow(place, event)
    },
    onKeydown(event: KeyboardEvent) {
      const place = event.key === 'Enter' && !event.repeat ? placeAt(event) : undefined
      if (!place)
        return
      event.preventDefault()
      follow(place, event)
    },
    // Before any other menu: of a link within something the link's is meant.
    onContextmenuCapture(event: MouseEvent) {
      const place = placeAt(event)
      if (!place)
        return
      event.preventDefault()
      event.stopPropagation()
      actions.askMenu(place, event).catch(report)
    },
  }
}

function placeAt({ target }: Event): FilePlace | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-path]') : null
  const path = link?.dataset.path
  if (path === undefined)
    return undefined
  const { line, column } = link!.dataset
  return { path, ...line !== undefined && { line: Number(line) }, ...column !== undefined && { column: Number(column) } }
}
