import { useMutationObserver } from '@vueuse/core'
import { onMounted, type Ref } from 'vue'

/** Elements that arrow keys move between: headings of groups, and links of threads. */
const stops = 'h2 > [aria-expanded], [data-thread] > a'
/** A heading or thread with its buttons. */
const rows = 'h2, [data-thread]'

/**
 * One Tab stop for the whole list. Up, Down, Home and End move between headings and threads; Right and Left between one
 * and its buttons. The stop is where the focus was last, and the open thread before that. Long because it has a branch
 * per key.
 */
export function useListKeys(list: Readonly<Ref<HTMLElement | null>>) {
  let last: Element | undefined

  function all(selector: string): HTMLElement[] {
    return [...list.value?.querySelectorAll<HTMLElement>(selector) ?? []]
  }

  /** The stop of the row that contains the element. */
  function stopOf(element: Element): HTMLElement | undefined {
    const row = element.closest(rows)
    return all(stops).find(stop => stop.closest(rows) === row)
  }

  function update(): void {
    const found = all(stops)
    const stop = found.find(element => element === last)
      ?? found.find(element => element.getAttribute('aria-current') === 'page')
      ?? found[0]
    for (const element of [...found, ...all(`:is(${rows}) button`)])
      element.tabIndex = element === stop ? 0 : -1
  }

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element))
      return
    last = stopOf(target) ?? last
    update()
  }

  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    const next = nextOf(target, event.key)
    if (!next)
      return
    event.preventDefault()
    next.focus()
  }

  function nextOf(target: HTMLElement, key: string): HTMLElement | undefined {
    const stop = stopOf(target)
    const places = all(stops)
    const at = stop ? places.indexOf(stop) : -1
    if (!stop || at < 0)
      return undefined
    const buttons = [...stop.closest(rows)?.querySelectorAll<HTMLElement>('button') ?? []]
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

  onMounted(update)
  useMutationObserver(list, update, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
  return { onFocus, onKey }
}
