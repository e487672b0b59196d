import { useEventListener } from '@vueuse/core'
import { type ShallowRef, watch } from 'vue'

/**
 * Tells whether the reader is anywhere but at the end, or at work in a step: selecting, focused, or having written in this turn, as in a
 * terminal, which gives the keyboard back when its command ends.
 */
export function useReading({ log, isFollowing, turnStart }: {
  log: Readonly<ShallowRef<HTMLElement | null>>
  isFollowing: Readonly<ShallowRef<boolean>>
  turnStart: () => number
}): () => boolean {
  let hasWritten = false
  useEventListener(log, 'keydown', ({ target }) => {
    hasWritten ||= target instanceof HTMLTextAreaElement
  })
  watch(turnStart, () => {
    hasWritten = false
  })
  return () => !isFollowing.value || hasWritten || isUsed(log.value)
}

/** Whether the reader selects text in the element, or works with something in it. */
function isUsed(element: HTMLElement | null): boolean {
  if (!element)
    return false
  const selection = getSelection()
  const { activeElement } = document
  return (selection?.isCollapsed === false && element.contains(selection.anchorNode))
    || (activeElement !== element && element.contains(activeElement))
}
