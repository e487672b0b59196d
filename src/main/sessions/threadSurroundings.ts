import type { TerminalView, ThreadSummary } from '../../shared/contract'
import type { ThreadEvent } from '../../shared/thread/events'
import type { AgentConnections } from '../agents/agentConnections'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import type { TerminalOutput } from '../terminal/terminal'
import type { RequestRouter } from './requestRouter'

/** What all threads of a host share. */
export interface ThreadSurroundings {
  readonly store: ThreadStore
  /** Parley's own: no agent reads or writes in it. */
  readonly dataFolder: string
  readonly connections: AgentConnections
  readonly router: RequestRouter
  /** What commands inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly report: Report
  readonly onEvents: (threadId: string, events: ThreadEvent[]) => void
  readonly onChange: (summary: ThreadSummary) => void
  readonly onTerminalOutput: (threadId: string, output: TerminalOutput) => void
  readonly onTerminalChange: (threadId: string, view: TerminalView) => void
}
