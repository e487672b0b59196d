import type { AgentPreferences } from '../../shared/settings/settings'
import type { AgentConnections } from '../agents/agentConnections'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { Buffers } from '../buffers/buffers'
import type { LedgerClient } from '../changes/ledgers'
import type { FolderTurns } from '../changes/thread/folderTurns'
import type { PendingWrites } from '../store/pendingWrites'
import type { ThreadStore } from '../store/threadStore'
import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { ReadOnlySetting } from './permission/readOnly/readOnlyAnswers'
import type { AnswersOfThreads } from './permission/threadAnswers'
import type { AttachedFiles } from './requests/attachedFiles'
import type { SandboxSource } from './requests/commandSandbox'
import type { AgentSessions } from './session/agentSessions'
import type { McpSetup, SessionFileServer, SessionPlace } from './session/mcpServersFor'
import type { AgentSignIns } from './signIn/agentSignIns'

/** What all threads of a host share. */
export interface ThreadServices {
  readonly store: ThreadStore
  /** What the person allowed for a thread. */
  readonly answers: AnswersOfThreads
  /** For writes that can wait until the disk takes them. */
  readonly writes: PendingWrites
  readonly signIns: AgentSignIns
  readonly folderTurns: FolderTurns
  /** What was recorded of folders, also while nothing more is. */
  readonly ledgers: { of: (folder: string) => LedgerClient }
  readonly connections: AgentConnections
  readonly agentSessions: AgentSessions
  readonly launches: Launches
  /** Files that are open in windows, with their unsaved text. */
  readonly buffers: Buffers
  readonly unfinishedWrites: UnfinishedWrites
  readonly sandbox: SandboxSource
  /** Whether commands that only read may run unasked. */
  readonly readOnlySetting: ReadOnlySetting
  /** Parley's own data: no agent reads or writes there. */
  readonly dataFolder: string
  /** Folders in it, each lent to one thread. */
  readonly scratch: ScratchFolders
  /** Files that threads were lent; copies of them are in a folder of it that agents may ask to read. */
  readonly attachments: AttachedFiles
  /** What commands inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Resolves once `environment` is complete. */
  readonly environmentReady: () => Promise<unknown>
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly preferences: (agentId: string) => AgentPreferences
  readonly mcpServers: (place: SessionPlace) => McpSetup
  readonly fileServer: SessionFileServer
  /** Whether a window in front shows that thread. */
  readonly isLookedAt: (threadId: string) => boolean
  readonly report: Report
}
