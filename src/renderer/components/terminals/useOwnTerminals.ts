import type { OwnTerminalView } from '../../../shared/contract/ownTerminalView'
import { onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'

/** The person's own terminals in a folder. */
export interface OwnTerminals {
  /** In their order; `undefined` until they are first needed, since reading them starts their shells. */
  readonly terminals: Readonly<ShallowRef<readonly OwnTerminalView[] | undefined>>
  readonly failed: Readonly<ShallowRef<unknown>>
  /** Does not reject: see `failed`. */
  load(): Promise<void>
}

/** Follows the terminals of a folder once they are shown. */
export function useOwnTerminals(folder: string, isShown: Readonly<Ref<boolean>>): OwnTerminals {
  const { host, on } = useHost()
  const terminals = shallowRef<readonly OwnTerminalView[]>()
  const failed = shallowRef<unknown>()

  async function load(): Promise<void> {
    try {
      terminals.value = await host.ownTerminals({ folder })
      failed.value = undefined
    }
    catch (error) {
      failed.value = error
    }
  }

  onScopeDispose(on('ownTerminalsChanged', (changed) => {
    if (changed.folder === folder && terminals.value)
      terminals.value = changed.terminals
  }))
  watch(isShown, now => now && !terminals.value && load().catch(report), { immediate: true })
  return { terminals, failed, load }
}
