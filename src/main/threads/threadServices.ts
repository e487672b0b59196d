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
import type { ThreadAnswersRegistry } from './permission/threadAnswers'
import type { AttachedFiles } from './requests/attachedFiles'
import type { SandboxSource } from './requests/commandSandbox'
import type { AgentSessions } from './session/agentSessions'
import type { McpSetup, SessionFileServer, SessionPlace } from './session/buildMcpServers'
import type { AgentSignIns } from './signIn/agentSignIns'

/** Services that all threads of a host share. */
export interface ThreadServices {
  readonly store: ThreadStore
  /** The person's answers by thread. */
  readonly answers: ThreadAnswersRegistry
  /** Writes that can wait while the disk is full. */
  readonly writes: PendingWrites
  readonly signIns: AgentSignIns
  readonly folderTurns: FolderTurns
  /** The ledgers, even while recording is off. */
  readonly ledgers: { of: (folder: string) => LedgerClient }
  readonly connections: AgentConnections
  readonly agentSessions: AgentSessions
  readonly launches: Launches
  /** Files open in windows, with unsaved text. */
  readonly buffers: Buffers
  readonly unfinishedWrites: UnfinishedWrites
  readonly sandbox: SandboxSource
  /** Whether read-only commands may run without asking. */
  readonly readOnlySetting: ReadOnlySetting
  /** Parley's data folder, which agents neither read nor write. */
  readonly dataFolder: string
  /** Scratch folders in it, each for one thread. */
  readonly scratch: ScratchFolders
  /** Files attached to messages. Copies are in a subfolder that agents may ask to read. */
  readonly attachments: AttachedFiles
  /** The person's own terminals, which end with a scratch folder. */
  readonly ownTerminals: { closeFolder: (folder: string) => Promise<void> }
  /** Inherited environment of commands. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Resolves when `environment` is complete. */
  readonly environmentReady: () => Promise<unknown>
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly preferences: (agentId: string) => AgentPreferences
  readonly mcpServers: (place: SessionPlace) => McpSetup
  readonly fileServer: SessionFileServer
  /** Whether a focused window shows the thread. */
  readonly isInView: (threadId: string) => boolean
  readonly report: Report
}
