import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, type Ref, watch } from 'vue'
import { maxChoiceCharacters } from '../../shared/contract/longestChoice'
import { report } from '../report'
import { useLastText } from './useLastChoices'
import { useLeaving, useStoredText } from './useStored'

/** Delay before the text is stored in the host. */
const saveAfterMs = 300

/**
 * A text being written. The browser stores it at once and the host soon after, as a restarted web shell has another
 * address and therefore another browser storage.
 */
export function usePersistentText(name: string): Ref<string> {
  const text = useStoredText(name)
  const inHost = useLastText(name)

  function save(): void {
    const kept = text.value.length <= maxChoiceCharacters ? text.value : '' // a truncated text would look complete
    if (inHost.value !== kept)
      inHost.value = kept
  }
  const saveSoon = useDebounceFn(save, saveAfterMs, { maxWait: 3 * saveAfterMs })

  // This window's text is newer.
  let isTouched = text.value !== ''
  watch(inHost, (kept) => {
    if (!isTouched)
      text.value = kept
  }, { immediate: true, flush: 'sync' })
  watch(text, (now) => {
    isTouched = true
    // An empty text has been sent, so it must not be restored.
    if (now === '')
      save()
    else
      saveSoon().catch(report)
  }, { flush: 'sync' })
  useLeaving(save)
  onScopeDispose(save)
  return text
}
