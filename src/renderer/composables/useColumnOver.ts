import { onClickOutside, useEventListener } from '@vueuse/core'
import { nextTick, onMounted, type ShallowRef } from 'vue'
import { report } from '../report'

/** What is apart in the page but belongs to what opened it. */
const itsOwn = ['[role=menu]', 'dialog', '.toasts']

/** What `useColumnOver` needs. */
interface ColumnOver {
  /** It lies over what it else is beside. */
  readonly isOver: () => boolean
  readonly close: () => void
  /** Buttons that open and close it: a click on one closes it once, not twice. */
  readonly buttons: string
}

/**
 * A column that lies over what is beside it does not stay in the way: it has the keyboard when it comes, and Escape in
 * it or in the message, or a click elsewhere, closes it. After Escape the keyboard is where it was. Returns the handler
 * of Escape.
 */
export function useColumnOver(
  column: Readonly<ShallowRef<HTMLElement | null>>,
  { isOver, close, buttons }: ColumnOver,
): { onEscape: () => void } {
  let before: Element | null = null

  onMounted(() => {
    before = document.activeElement
    // It may come by itself, when there is something to show in it.
    if (isOver() && !isBeingWritten(before))
      column.value?.focus()
  })

  onClickOutside(column, (event) => {
    // A click by a script is none of the person's, and a thread that is kept for later has no column in the page.
    if (isOver() && event.isTrusted && column.value?.isConnected)
      close()
  }, { ignore: [...itsOwn, buttons] })

  // Suggestions of the message close first.
  useEventListener(document, 'keydown', (event) => {
    const isFree = event.target instanceof Element && event.target.matches('body, [data-look=message]')
    if (event.key !== 'Escape' || event.defaultPrevented || !isFree || !isOver() || !column.value?.isConnected)
      return
    event.preventDefault()
    close()
  })

  return {
    onEscape: () => {
      if (!isOver())
        return
      close()
      nextTick(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement)
          before.focus()
      }).catch(report)
    },
  }
}

/**
 * Whether this is a box in which something is being written: one that holds text, or a terminal, whose box is always
 * empty.
 */
function isBeingWritten(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
    return element.value !== '' || element.closest('.xterm') !== null
  return element instanceof HTMLElement && element.isContentEditable
}
