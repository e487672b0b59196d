import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed } from 'vue'
import { visibleName } from '../../text/visibleText'
import { useHostState } from './useHostState'

interface ThreadTable {
  readonly byId: ReadonlyMap<string, ThreadSummary>
  /** Number of deletions by thread. A late list may still contain the thread, and a restored one needs a new view. */
  readonly removed: ReadonlyMap<string, number>
}

/** The list of threads, latest first, kept up to date. `failed` is the error if it can't be read. */
export function useThreads() {
  const { state, isLoaded, failed, load } = useHostState<ThreadTable>({
    initial: { byId: new Map(), removed: new Map() },
    load: async host => toTable(await host.listThreads({})),
    events: {
      threadChanged: (table, summary) => ({
        ...table,
        byId: new Map(table.byId).set(summary.threadId, sanitizeName(summary)),
      }),
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
  /** Returns the key of a thread's view. */
  const viewKey = (threadId: string): string => `${threadId} ${state.value.removed.get(threadId) ?? 0}`
  return { threads, byId, isLoaded, failed, load, viewKey }
}

/** Escapes misleading characters in the agent's name. Keeps the title unchanged, as it can be edited. */
function sanitizeName(summary: ThreadSummary): ThreadSummary {
  return { ...summary, agentName: visibleName(summary.agentName) }
}

function toTable(list: readonly ThreadSummary[]): ThreadTable {
  return { byId: new Map(list.map(summary => [summary.threadId, sanitizeName(summary)])), removed: new Map() }
}
