import type { KnownModes, NamedMode } from '../../../../shared/thread/options/modes'
import { shallowRef } from 'vue'
import { useLastText } from '../../../composables/useLastChoices'

/** Asks once per thread before its agent is switched to a mode in which it acts without asking. */
export function useUnaskedModes(threadId: string) {
  const confirmed = useLastText(`actsUnasked.${threadId}`)
  /** Known modes of the agent; until loaded, mode names decide. */
  const known = shallowRef<KnownModes>()
  /** The mode in question. */
  const asked = shallowRef<NamedMode>()
  let settle: ((isMeant: boolean) => void) | undefined

  /** Resolves to the person's answer. */
  function isMeant(mode: NamedMode | undefined): Promise<boolean> {
    if (mode === undefined || confirmed.value !== '')
      return Promise.resolve(true)
    settle?.(false)
    asked.value = mode
    return new Promise(resolve => settle = resolve)
  }

  function answer(isMeant: boolean): void {
    if (isMeant)
      confirmed.value = 'confirmed'
    asked.value = undefined
    settle?.(isMeant)
    settle = undefined
  }

  return { known, asked, isMeant, answer }
}
