import type { HostClient } from '../../../shared/contract/contract'
import type { HostEvents } from '../../../shared/contract/hostEvents'
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { useHost } from './useHost'

/** Options of `useHostState`. */
interface UseHostStateOptions<T> {
  readonly initial: T
  readonly load: (host: HostClient) => Promise<T>
  /** What each event makes of the state. */
  readonly events?: { readonly [E in keyof HostEvents]?: (state: T, payload: HostEvents[E]) => T }
  /** Events after which it is loaded again. */
  readonly reloadOn?: readonly (keyof HostEvents)[]
  /**
   * Combines an answer with what events said while it was on its way, which is newer. Without it the answer replaces
   * the state.
   */
  readonly merge?: (answer: T, state: T) => T
}

/** State of the host, loaded at once and kept up to date by its events. */
interface HostState<T> {
  readonly state: ShallowRef<T>
  /** Whether the first attempt to load is over, also when it failed. */
  readonly isLoaded: ShallowRef<boolean>
  /** Why it could not be loaded. */
  readonly failed: ShallowRef<unknown>
  /** Loads it again. It does not reject: see `failed`. */
  load(): Promise<void>
}

/** Loads state of the host and keeps it up to date for as long as the component lives. */
export function useHostState<T>({
  initial,
  load,
  events = {},
  reloadOn = [],
  merge = answer => answer,
}: UseHostStateOptions<T>): HostState<T> {
  const { host, on } = useHost()
  const state = shallowRef(initial)
  const isLoaded = shallowRef(false)
  const failed = shallowRef<unknown>()

  function listen<E extends keyof HostEvents>(event: E): void {
    const update = events[event]
    if (update)
      onScopeDispose(on(event, payload => state.value = update(state.value, payload)))
  }
  for (const event of Object.keys(events) as (keyof HostEvents)[]) // the keys of a mapped type
    listen(event)

  async function loadState(): Promise<void> {
    try {
      state.value = merge(await load(host), state.value)
      failed.value = undefined
    }
    catch (error) {
      failed.value = error
    }
    isLoaded.value = true
  }
  const start = (): void => {
    loadState().catch(report)
  }
  for (const event of reloadOn)
    onScopeDispose(on(event, start))
  start()
  return { state, isLoaded, failed, load: loadState }
}
