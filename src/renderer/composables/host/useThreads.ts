import type { ThreadSummary } from '../../../shared/contract/contract'
import type { HostConnection } from '../../../shared/rpc'
import { computed, onScopeDispose, shallowRef } from 'vue'

/** The list of threads, latest first, kept up to date. `failed` says why it could not be read. */
export function useThreads({ host, on }: HostConnection) {
  const byId = shallowRef<ReadonlyMap<string, ThreadSummary>>(new Map())
  const isLoaded = shallowRef(false)
  const failed = shallowRef<unknown>()
  const removed = new Set<string>()

  const change = (summary: ThreadSummary) => byId.value = new Map(byId.value).set(summary.threadId, summary)
  const remove = (threadId: string) => {
    removed.add(threadId)
    byId.value = new Map([...byId.value].filter(([id]) => id !== threadId))
  }
  const stops = [on('threadChanged', change), on('threadRemoved', ({ threadId }) => remove(threadId))]
  onScopeDispose(() => stops.forEach(stop => stop()))

  async function load(): Promise<void> {
    try {
      const list = await host.listThreads({})
      // What an event said while the answer was on its way is newer than the answer.
      byId.value = new Map([
        ...list.filter(({ threadId }) => !removed.has(threadId)).map(summary => [summary.threadId, summary] as const),
        ...byId.value,
      ])
      failed.value = undefined
    }
    catch (error) {
      failed.value = error
    }
    isLoaded.value = true
  }
  void load()

  const threads = computed(() => [...byId.value.values()].sort((a, b) => b.rank - a.rank))
  return { threads, byId, isLoaded, failed, load }
}
