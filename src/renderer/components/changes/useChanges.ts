import type { ChangeList } from '../../../shared/changes/change'
import type { ReviewRange } from './reviewRange'
import { computed, onActivated, onDeactivated, onScopeDispose, shallowRef, watch } from 'vue'
import { errorMessage } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'

/** Interval of reloads while an agent writes continuously. */
const reloadMs = 200

/** The changes of a range of turns, kept up to date. */
export type Changes = ReturnType<typeof useChanges>

function countUncounted(list: ChangeList | undefined): number {
  return list?.files.filter(({ added }) => added === undefined).length ?? 0
}

/**
 * Loads the changes of a range of turns, and reloads them when the host reports a change. Sends one request at a time,
 * as each makes the host scan the folder, and another while more lines are counted. `loadsAtOnce` tells whether to load
 * without a call of `ensureLoaded`. Long because its functions share the running request.
 */
export function useChanges(threadId: string, range: () => ReviewRange, loadsAtOnce: () => boolean = () => true) {
  const { host, on } = useHost()
  const list = shallowRef<ChangeList>()
  const failed = shallowRef<string>()
  /** Increases with every response, so that visible files are reread. */
  const version = shallowRef(0)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let needsLoad = false
  let isShown = true
  let wasRequested = false

  onScopeDispose(on('changesChanged', (event) => {
    if (event.threadId === threadId)
      scheduleLoad()
  }))
  onScopeDispose(() => clearTimeout(timer))
  onActivated(() => {
    isShown = true
    if (needsLoad)
      scheduleLoad()
  })
  onDeactivated(() => isShown = false)
  watch(range, () => {
    list.value = undefined
    if (wasRequested)
      load().catch(report)
  })
  watch(loadsAtOnce, isFirst => isFirst && ensureLoaded(), { immediate: true })

  /** Loads the changes unless they are already loaded or loading. */
  function ensureLoaded(): void {
    if (!wasRequested)
      load().catch(report)
  }

  function scheduleLoad(): void {
    needsLoad = true
    if (isShown)
      timer ??= setTimeout(() => load().catch(report), reloadMs)
  }

  /** Loads the changes. During a request, waits for the next one. Never rejects; see `failed`. */
  async function load(): Promise<void> {
    wasRequested = true
    clearTimeout(timer)
    timer = undefined
    needsLoad = true
    running ??= loadWhileNeeded().finally(() => running = undefined)
    await running
  }

  async function loadWhileNeeded(): Promise<void> {
    while (needsLoad) {
      needsLoad = false
      const requested = range()
      try {
        const answer = await host.listChanges({ threadId, ...requested })
        if (requested.from !== range().from || requested.to !== range().to) {
          needsLoad = true
          continue
        }
        const uncounted = countUncounted(list.value)
        list.value = answer
        version.value++
        failed.value = undefined
        if (answer.isPartlyCounted && countUncounted(answer) !== uncounted && isShown)
          timer ??= setTimeout(() => load().catch(report), reloadMs)
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
    ensureLoaded,
    state: computed(() => list.value ? 'ready' as const : failed.value === undefined ? 'loading' as const : 'failed' as const),
  }
}
