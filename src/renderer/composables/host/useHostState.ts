import type { HostClient } from '../../../shared/contract/contract'
import type { HostEvents } from '../../../shared/contract/hostEvents'
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { useHost } from './useHost'

interface UseHostStateOptions<T> {
  readonly initial: T
  readonly load: (host: HostClient) => Promise<T>
  /** Reduces events to the next state. */
  readonly events?: { readonly [E in keyof HostEvents]?: (state: T, payload: HostEvents[E]) => T }
  /** Events that reload the state. */
  readonly reloadOn?: readonly (keyof HostEvents)[]
  /** Merges a response with newer events that arrived meanwhile. By default the response replaces the state. */
  readonly merge?: (answer: T, state: T) => T
}

/** State of the host, kept up to date by its events. */
interface HostState<T> {
  readonly state: ShallowRef<T>
  /** Whether the first attempt to load has finished, even if it failed. */
  readonly isLoaded: ShallowRef<boolean>
  /** The error of the last attempt, if it failed. */
  readonly failed: ShallowRef<unknown>
  /** Reloads the state. Never rejects; see `failed`. */
  load(): Promise<void>
}

/** Loads state of the host and keeps it up to date until the component is unmounted. */
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
