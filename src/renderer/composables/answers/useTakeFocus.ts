import { onActivated, onMounted, type ShallowRef } from 'vue'

/** Moves the focus to a question when it appears, but not from a text box, a dialog or another part of the window. */
export function useTakeFocus(question: Readonly<ShallowRef<HTMLElement | null>>): void {
  function takeFocus(): void {
    const focused = document.activeElement
    const isElsewhere = focused !== null
      && focused !== document.body
      && !question.value?.closest('main')?.contains(focused)
    if (!isElsewhere && !focused?.matches('input, textarea, [contenteditable]'))
      question.value?.focus({ preventScroll: true })
  }
  onMounted(takeFocus)
  onActivated(takeFocus)
}
