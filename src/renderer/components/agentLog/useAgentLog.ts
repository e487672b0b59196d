import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'
import { onActivated, onDeactivated, onScopeDispose, shallowRef } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { report } from '../../report'

/** Maximum lines kept here; the host keeps the last 2000 of a connection. */
const maxEntries = 5_000

/** A thread's agent log, live while the component is shown. */
export function useAgentLog(threadId: string) {
  const { host, on } = useHost()
  const entries = shallowRef<readonly AgentLogEntry[]>([])
  const phase = shallowRef<'opening' | 'open' | 'failed'>('opening')
  /** Lines up to this one are hidden by Clear. */
  let clearedAt = -Infinity
  let isShown = false

  const stop = on('agentLogEntries', (message) => {
    if (message.threadId === threadId && phase.value === 'open')
      entries.value = [...entries.value, ...message.entries].slice(-maxEntries)
  })
  onActivated(open)
  onDeactivated(leave)
  onScopeDispose(() => {
    stop()
    leave()
  })
  open().catch(report)

  async function open(): Promise<void> {
    if (isShown)
      return
    isShown = true
    phase.value = 'opening'
    try {
      const kept = await host.openAgentLog({ threadId })
      entries.value = kept.filter(({ at }) => at > clearedAt)
      phase.value = 'open'
    }
    catch {
      phase.value = 'failed' // the view shows this and offers to retry
    }
  }

  function leave(): void {
    if (!isShown)
      return
    isShown = false
    host.leaveAgentLog({ threadId }).catch(() => undefined) // a lost connection has already left the log
  }

  return {
    entries,
    phase,
    retry(): void {
      isShown = false
      open().catch(report)
    },
    clear(): void {
      clearedAt = entries.value.at(-1)?.at ?? clearedAt
      entries.value = []
    },
    readWhole: (entryId: string) => host.readAgentLogEntry({ threadId, entryId }),
  }
}
