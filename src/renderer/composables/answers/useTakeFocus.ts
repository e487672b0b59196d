import { onActivated, onMounted, type ShallowRef } from 'vue'
import { isBeingWritten } from '../isBeingWritten'

/** A question takes the keyboard from its thread, but not from a message that is being written, a dialog or another part of the window. */
export function useTakeFocus(question: Readonly<ShallowRef<HTMLElement | null>>): void {
  function take(): void {
    const focused = document.activeElement
    const isElsewhere = focused !== null && focused !== document.body && !question.value?.closest('main')?.contains(focused)
    if (!isElsewhere && !isBeingWritten(focused))
      question.value?.focus({ preventScroll: true })
  }
  onMounted(take)
  onActivated(take)
}
