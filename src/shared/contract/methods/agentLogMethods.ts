import type { AgentLogEntry } from '../../agentLog/agentLogEntry'
import { z } from 'zod'
import { method } from '../method'

/** Methods about the agent log and the bundle. */
export const agentLogMethods = {
  /**
   * The messages between the thread's agent and Parley that are still kept, with secrets redacted. Later ones follow as
   * `agentLogEntries`, until `leaveAgentLog`.
   */
  openAgentLog: method(z.object({ threadId: z.string() })).returns<AgentLogEntry[]>(),
  leaveAgentLog: method(z.object({ threadId: z.string() })).returns<void>(),
  /** The full text of a shortened entry. */
  readAgentLogEntry: method(z.object({ threadId: z.string(), entryId: z.string() })).returns<string>(),
  /** Writes the thread, its terminals and its agent log to one file, with secrets redacted, and file contents too unless wanted. */
  exportBundle: method(z.object({ threadId: z.string(), withContents: z.boolean() })).returns<{ path: string, bytes: number }>(),
}
