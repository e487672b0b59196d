import { useMutationObserver } from '@vueuse/core'
import { onMounted, type Ref } from 'vue'

/** Elements that Up and Down move between: headings of groups, and links of threads. */
const stopSelector = 'h2 > [aria-expanded], [data-thread] > a'
/** Headings and threads, each with its buttons. */
const rowSelector = 'h2, [data-thread]'

/**
 * Keyboard navigation of the list, which has a single Tab stop: the last focused element, or initially the open
 * thread. Up, Down, Home and End move between headings and threads, Right and Left between a row and its buttons. Long
 * because it has a branch per key.
 */
export function useListKeys(list: Readonly<Ref<HTMLElement | null>>) {
  let last: Element | undefined

  function queryAll(selector: string): HTMLElement[] {
    return [...list.value?.querySelectorAll<HTMLElement>(selector) ?? []]
  }

  /** Finds the stop of the row that contains an element. */
  function findStop(element: Element): HTMLElement | undefined {
    const row = element.closest(rowSelector)
    return queryAll(stopSelector).find(stop => stop.closest(rowSelector) === row)
  }

  function updateTabStop(): void {
    const found = queryAll(stopSelector)
    const stop = found.find(element => element === last)
      ?? found.find(element => element.getAttribute('aria-current') === 'page')
      ?? found[0]
    for (const element of [...found, ...queryAll(`:is(${rowSelector}) button`)])
      element.tabIndex = element === stop ? 0 : -1
  }

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element))
      return
    last = findStop(target) ?? last
    updateTabStop()
  }

  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    const next = findNext(target, event.key)
    if (!next)
      return
    event.preventDefault()
    next.focus()
  }

  function findNext(target: HTMLElement, key: string): HTMLElement | undefined {
    const stop = findStop(target)
    const places = queryAll(stopSelector)
    const at = stop ? places.indexOf(stop) : -1
    if (!stop || at < 0)
      return undefined
    const buttons = [...stop.closest(rowSelector)?.querySelectorAll<HTMLElement>('button') ?? []]
    const parts = [stop, ...buttons.filter(button => button !== stop)]
    switch (key) {
      case 'ArrowDown': return places[at + 1]
      case 'ArrowUp': return places[at - 1]
      case 'Home': return places[0]
      case 'End': return places.at(-1)
      case 'ArrowRight': return parts[parts.indexOf(target) + 1]
      case 'ArrowLeft': return parts[parts.indexOf(target) - 1]
      default: return undefined
    }
  }

  onMounted(updateTabStop)
  useMutationObserver(list, updateTabStop, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
  return { onFocus, onKey }
}
