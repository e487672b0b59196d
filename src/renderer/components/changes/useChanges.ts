import type { ChangeList } from '../../../shared/changes/change'
import type { ReviewRange } from './reviewRange'
import { computed, onActivated, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'

/** An agent that writes without a pause is looked at this often. */
const reloadAfterMs = 200

/** What changed in some turns of a thread, kept up to date. */
export type Changes = ReturnType<typeof useChanges>

/**
 * Loads what changed in those turns once someone wants to know, and again whenever the host says that it changed, one
 * request at a time. Each request makes the host look through the folder. `isWantedFirst`: whether it loads without
 * being asked.
 */
export function useChanges(threadId: string, range: () => ReviewRange, isWantedFirst: () => boolean = () => true) {
  const { host, on } = useHost()
  const list = shallowRef<ChangeList>()
  const failed = shallowRef<string>()
  /** Grows with every answer, so that files in view are read again. */
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

  /** Loads the changes, unless they are loaded or on their way. */
  function begin(): void {
    if (!hasBegun)
      load().catch(report)
  }

  function soon(): void {
    isWanted = true
    if (isShown)
      timer ??= setTimeout(() => load().catch(report), reloadAfterMs)
  }

  /** A call while an answer is on its way waits for the one after it. It does not reject: see `failed`. */
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
