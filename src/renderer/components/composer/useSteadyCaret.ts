import { useEventListener } from '@vueuse/core'
import { nextTick, type Ref, watch } from 'vue'
import { report } from '../../report'

/**
 * Lets a person write on while something is added below what they write: the caret stays, and what an input method is
 * composing is finished first.
 */
export function useSteadyCaret(box: Readonly<Ref<HTMLTextAreaElement | null>>, text: Ref<string>): void {
  let isComposing = false
  let added = ''

  watch(text, (now, before) => {
    const element = box.value
    if (isComposing && now.startsWith(before)) {
      added += now.slice(before.length)
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
    const missed = added
    added = ''
    // The box replaces the text with what was composed.
    if (missed !== '')
      nextTick(() => text.value += missed).catch(report)
  })
}
