import type { KnownModes, NamedMode } from '../../../../shared/thread/options/modes'
import { shallowRef } from 'vue'
import { useLastText } from '../../../composables/useLastChoices'

/** Asks for confirmation, once per thread, before the agent switches to a mode in which it acts without asking. */
export function useModeConfirmation(threadId: string) {
  const confirmed = useLastText(`actsUnasked.${threadId}`)
  /** Known facts about the agent's modes. Until loaded, their names decide. */
  const known = shallowRef<KnownModes>()
  /** The mode to confirm. */
  const pendingMode = shallowRef<NamedMode>()
  let resolvePending: ((isConfirmed: boolean) => void) | undefined

  /** Asks unless `mode` is `undefined` or the person has confirmed before. Resolves to whether it is confirmed. */
  function ask(mode: NamedMode | undefined): Promise<boolean> {
    if (mode === undefined || confirmed.value !== '')
      return Promise.resolve(true)
    resolvePending?.(false)
    pendingMode.value = mode
    return new Promise(resolve => resolvePending = resolve)
  }

  function confirm(isConfirmed: boolean): void {
    if (isConfirmed)
      confirmed.value = 'confirmed'
    pendingMode.value = undefined
    resolvePending?.(isConfirmed)
    resolvePending = undefined
  }

  return { known, pendingMode, ask, confirm }
}
