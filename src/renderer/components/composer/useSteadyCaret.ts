import { useEventListener } from '@vueuse/core'
import { nextTick, type Ref, watch } from 'vue'
import { report } from '../../report'

/**
 * Keeps the caret in place when text is appended to the message while the person types. Defers appended text until an
 * input method has finished composing.
 */
export function useSteadyCaret(box: Readonly<Ref<HTMLTextAreaElement | null>>, text: Ref<string>): void {
  let isComposing = false
  let deferred = ''

  watch(text, (now, before) => {
    const element = box.value
    if (isComposing && now.startsWith(before)) {
      deferred += now.slice(before.length)
      return
    }
    if (!element || element.value === now || element.value === '' || !now.startsWith(element.value) || document.activeElement !== element)
      return
    const { selectionStart, selectionEnd } = element
    nextTick(() => element.setSelectionRange(selectionStart, selectionEnd)).catch(report)
  }, { flush: 'sync' })

  useEventListener(box, 'compositionstart', () => isComposing = true)
  useEventListener(box, 'compositionend', () => {
    isComposing = false
    const appended = deferred
    deferred = ''
    // The composed text has replaced the box's text, so the appended text is added again.
    if (appended !== '')
      nextTick(() => text.value += appended).catch(report)
  })
}
