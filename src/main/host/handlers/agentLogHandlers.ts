import type { HostHandlers } from '../../../shared/contract/contract'
import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { agentLogMethods } from '../../../shared/contract/methods/agentLogMethods'
import type { ThreadStore } from '../../store/threadStore'
import type { AgentLogs } from '../../threads/export/agentLogs'
import type { Threads } from '../../threads/threads'
import type { Subscriber, Subscribers } from '../subscribers'
import { exportBundle } from '../../threads/export/exportBundle'

/** What `agentLogHandlers` needs of the host. */
interface AgentLogHandlersOptions {
  readonly threads: Threads
  readonly logs: AgentLogs
  readonly subscribers: Subscribers
  readonly store: ThreadStore
  /** Where bundles are written. */
  readonly exportFolder: string
  readonly greeting: () => HostGreeting
}

/** Answers what agents and Parley said to each other, and writes it to a file. */
export function agentLogHandlers(
  { threads, logs, subscribers, store, exportFolder, greeting }: AgentLogHandlersOptions,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof agentLogMethods> {
  return {
    openAgentLog: ({ threadId }) => {
      const entries = logs.subscribe(threads.get(threadId).summary) // first, so that earlier subscribers get the pending entries
      subscriber.logs.add(threadId)
      return entries
    },
    leaveAgentLog: ({ threadId }) => leaveAgentLog({ logs, subscribers }, subscriber, threadId),
    readAgentLogEntry: ({ threadId, entryId }) => logs.readEntry(threads.get(threadId).summary, entryId),
    exportBundle: ({ threadId, withContents }) =>
      exportBundle({ thread: threads.get(threadId), store, logs, folder: exportFolder, version: greeting().version, withContents }),
  }
}

/** The renderer no longer shows the agent log of that thread. */
export function leaveAgentLog(
  { subscribers, logs }: Pick<AgentLogHandlersOptions, 'logs' | 'subscribers'>,
  subscriber: Subscriber,
  threadId: string,
): void {
  subscriber.logs.delete(threadId)
  if (!subscribers.watchesLog(threadId))
    logs.unsubscribe(threadId)
}
