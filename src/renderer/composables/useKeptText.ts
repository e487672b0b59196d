import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, type Ref, watch } from 'vue'
import { maxChoiceCharacters } from '../../shared/contract/longestChoice'
import { report } from '../report'
import { useLastText } from './useLastChoices'
import { useLeaving, useStoredText } from './useStored'

/** How long what is written waits until the host has it. */
const saveAfterMs = 300

/**
 * A text that is being written. The browser keeps it at once, the host soon after: a web shell that is started again
 * has another address, and so another browser storage.
 */
export function useKeptText(name: string): Ref<string> {
  const text = useStoredText(name)
  const inHost = useLastText(name)

  function save(): void {
    const kept = text.value.length <= maxChoiceCharacters ? text.value : '' // half of it would look like all of it
    if (inHost.value !== kept)
      inHost.value = kept
  }
  const saveSoon = useDebounceFn(save, saveAfterMs, { maxWait: 3 * saveAfterMs })

  // What this window has is newer.
  let isTouched = text.value !== ''
  watch(inHost, (kept) => {
    if (!isTouched)
      text.value = kept
  }, { immediate: true, flush: 'sync' })
  watch(text, (now) => {
    isTouched = true
    // An empty one has been sent, and must not come back.
    if (now === '')
      save()
    else
      saveSoon().catch(report)
  }, { flush: 'sync' })
  useLeaving(save)
  onScopeDispose(save)
  return text
}
