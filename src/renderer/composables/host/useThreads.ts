import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed } from 'vue'
import { visibleName } from '../../text/visibleText'
import { useHostState } from './useHostState'

interface ThreadTable {
  readonly byId: ReadonlyMap<string, ThreadSummary>
  /** How often each was deleted: a list on its way may still name it, and what was restored starts over. */
  readonly removed: ReadonlyMap<string, number>
}

/** The list of threads, latest first, kept up to date. `failed` says why it could not be read. */
export function useThreads() {
  const { state, isLoaded, failed, load } = useHostState<ThreadTable>({
    initial: { byId: new Map(), removed: new Map() },
    load: async host => tableOf(await host.listThreads({})),
    events: {
      threadChanged: (table, summary) => ({ ...table, byId: new Map(table.byId).set(summary.threadId, toShow(summary)) }),
      threadRemoved: (table, { threadId }) => ({
        byId: new Map([...table.byId].filter(([id]) => id !== threadId)),
        removed: new Map(table.removed).set(threadId, (table.removed.get(threadId) ?? 0) + 1),
      }),
    },
    merge: (answer, { byId, removed }) => ({
      byId: new Map([...[...answer.byId].filter(([id]) => !removed.has(id)), ...byId]),
      removed,
    }),
  })
  const byId = computed(() => state.value.byId)
  const threads = computed(() => [...byId.value.values()].sort((a, b) => b.rank - a.rank))
  /** The key of its view. */
  const viewKey = (threadId: string): string => `${threadId} ${state.value.removed.get(threadId) ?? 0}`
  return { threads, byId, isLoaded, failed, load, viewKey }
}

/** Whoever named the agent, its name does not mislead. The title stays as it is: it can be edited. */
function toShow(summary: ThreadSummary): ThreadSummary {
  return { ...summary, agentName: visibleName(summary.agentName) }
}

function tableOf(list: readonly ThreadSummary[]): ThreadTable {
  return { byId: new Map(list.map(summary => [summary.threadId, toShow(summary)])), removed: new Map() }
}
