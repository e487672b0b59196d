import type { AgentCapabilities } from '@agentclientprotocol/sdk'
import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { AgentPreferences } from '../../shared/settings/settings'
import type { ThreadEvent } from '../../shared/thread/events'
import type { AgentConnections } from '../agents/agentConnections'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { PendingWrites } from '../store/pendingWrites'
import type { ThreadStore } from '../store/threadStore'
import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { AttachedFiles } from './requests/attachedFiles'
import type { SandboxSource } from './requests/commandSandbox'
import type { RequestRouter } from './requests/requestRouter'
import type { AgentSessions } from './session/agentSessions'
import type { McpSetup } from './session/mcpServersFor'
import type { AgentSignIns } from './signIn/agentSignIns'

/** What all threads of a host share. */
export interface ThreadSurroundings {
  readonly store: ThreadStore
  readonly signIns: AgentSignIns
  /** For what can wait until the disk takes it. */
  readonly writes: PendingWrites
  /** Parley's own: no agent reads or writes in it. */
  readonly dataFolder: string
  /** Below it, but lent to agents: they may ask to read there. */
  readonly attachments: AttachedFiles
  readonly connections: AgentConnections
  readonly agentSessions: AgentSessions
  readonly router: RequestRouter
  /** What commands inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Once `environment` is what it will be. */
  readonly environmentReady: () => Promise<unknown>
  readonly launches: Launches
  readonly unfinishedWrites: UnfinishedWrites
  readonly sandbox: SandboxSource
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly preferences: (agentId: string) => AgentPreferences
  readonly mcpServers: (place: { agent: AgentDefinition, folder: string, capabilities: AgentCapabilities }) => McpSetup
  readonly report: Report
  readonly onEvents: (threadId: string, events: ThreadEvent[]) => void
  readonly onChange: (summary: ThreadSummary) => void
  readonly onRemoved: (threadId: string) => void
}
