import type { ChangeList } from '../../../shared/changes/change'
import type { ReviewRange } from './reviewRange'
import { computed, onActivated, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'

/** How often changes are reloaded while an agent writes continuously. */
const reloadAfterMs = 200

/** Changes of some turns, kept up to date. */
export type Changes = ReturnType<typeof useChanges>

/**
 * Loads the changes of those turns on demand and after each change reported by the host, one request at a time, as
 * each makes the host scan the folder. `isWantedFirst`: load without demand.
 */
export function useChanges(threadId: string, range: () => ReviewRange, isWantedFirst: () => boolean = () => true) {
  const { host, on } = useHost()
  const list = shallowRef<ChangeList>()
  const failed = shallowRef<string>()
  /** Increases with every answer, so that visible files are read again. */
  const version = shallowRef(0)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isShown = true
  let hasBegun = false

  onScopeDispose(on('changesChanged', (event) => {
    if (event.threadId === threadId)
      soon()
  }))
  onScopeDispose(() => clearTimeout(timer))
  onActivated(() => {
    isShown = true
    if (isWanted)
      soon()
  })
  onDeactivated(() => isShown = false)
  watch(range, () => {
    list.value = undefined
    if (hasBegun)
      load().catch(report)
  })
  watch(isWantedFirst, isFirst => isFirst && begin(), { immediate: true })

  /** Loads the changes unless they are loaded or loading. */
  function begin(): void {
    if (!hasBegun)
      load().catch(report)
  }

  function soon(): void {
    isWanted = true
    if (isShown)
      timer ??= setTimeout(() => load().catch(report), reloadAfterMs)
  }

  /** A call during a request waits for the next one. Never rejects; see `failed`. */
  async function load(): Promise<void> {
    hasBegun = true
    clearTimeout(timer)
    timer = undefined
    isWanted = true
    running ??= loadWanted().finally(() => running = undefined)
    await running
  }

  async function loadWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false
      const asked = range()
      try {
        const answer = await host.listChanges({ threadId, ...asked })
        if (asked.from !== range().from || asked.to !== range().to) {
          isWanted = true
          continue
        }
        list.value = answer
        version.value++
        failed.value = undefined
      }
      catch (error) {
        failed.value = errorMessage(error)
      }
    }
  }

  return {
    list,
    failed,
    version,
    load,
    begin,
    state: computed(() => list.value ? 'ready' as const : failed.value === undefined ? 'loading' as const : 'failed' as const),
  }
}
