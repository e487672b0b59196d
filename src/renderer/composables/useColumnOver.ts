import { onClickOutside, useEventListener } from '@vueuse/core'
import { nextTick, onMounted, type ShallowRef } from 'vue'
import { report } from '../report'

/** Elements elsewhere in the page that belong to the column. */
const ownedElements = ['[role=menu]', 'dialog', '.toasts']

interface ColumnOver {
  /** Whether the column covers the content beside it. */
  readonly isOver: () => boolean
  readonly close: () => void
  /** Selector of buttons that toggle it, so that a click on one doesn't close it twice. */
  readonly buttons: string
}

/**
 * Makes a column that covers other content easy to dismiss. It gets the focus when it appears, and is closed by Escape
 * in it or in the message, or by a click elsewhere. Escape restores the focus. Returns the handler of Escape.
 */
export function useColumnOver(
  column: Readonly<ShallowRef<HTMLElement | null>>,
  { isOver, close, buttons }: ColumnOver,
): { onEscape: () => void } {
  let before: Element | null = null

  onMounted(() => {
    before = document.activeElement
    // Doesn't interrupt typing, as the column may appear by itself when it has content.
    if (isOver() && !isEditing(before))
      column.value?.focus()
  })

  onClickOutside(column, (event) => {
    // Ignores clicks by scripts, and columns of inactive threads.
    if (isOver() && event.isTrusted && column.value?.isConnected)
      close()
  }, { ignore: [...ownedElements, buttons] })

  // Escape first closes suggestions in the message.
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
 * Whether the person is writing in this element: a text box that contains text, or a terminal, whose text box is always
 * empty.
 */
function isEditing(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
    return element.value !== '' || element.closest('.xterm') !== null
  return element instanceof HTMLElement && element.isContentEditable
}
