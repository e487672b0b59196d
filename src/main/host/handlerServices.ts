import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { Registry } from '../agents/catalogue/registry'
import type { Buffers } from '../buffers/buffers'
import type { LastChoices } from '../store/lastChoices'
import type { SearchReader } from '../store/search/searchReader'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Report } from '../system/report'
import type { OwnTerminals } from '../terminal/own/ownTerminals'
import type { AgentLogs } from '../threads/export/agentLogs'
import type { PathLists } from '../threads/mentions/pathLists'
import type { NewThreads } from '../threads/newThread/newThreads'
import type { AttachedFiles } from '../threads/requests/attachedFiles'
import type { AgentSessions } from '../threads/session/agentSessions'
import type { Threads } from '../threads/threads'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { AgentDefaults } from './agents/agentDefaults'
import type { AgentInstalls } from './agents/agentInstalls'
import type { AgentKeys } from './agents/agentKeys'
import type { AgentTests } from './agents/agentTests'
import type { SettingsAgents } from './agents/settingsAgents'
import type { Editors } from './editors'
import type { McpTests } from './mcp/mcpTests'
import type { McpServers } from './mcpServers'
import type { Platform } from './platform'
import type { PreferenceSettings } from './preferenceSettings'
import type { ReadOnlyCommands } from './readOnlyCommands'
import type { Sandboxes } from './sandboxes'
import type { Subscribers } from './subscribers'
import type { TerminalCommandList } from './terminalCommands'

/** The services used by handlers. */
export interface HandlerServices {
  readonly platform: Platform
  readonly shellEnvironment: ShellEnvironment
  readonly threads: Threads
  readonly newThreads: NewThreads
  readonly ownTerminals: OwnTerminals
  readonly terminalCommands: TerminalCommandList
  readonly buffers: Buffers
  readonly agentSessions: AgentSessions
  readonly store: ThreadStore
  readonly sandboxes: Sandboxes
  readonly logs: AgentLogs
  readonly attachments: AttachedFiles
  readonly pathLists: PathLists
  readonly editors: Editors
  readonly scratch: ScratchFolders
  readonly lastChoices: LastChoices
  readonly search: SearchReader
  /** Parley's data folder. */
  readonly dataFolder: string
  /** Folder for bundles. */
  readonly exportFolder: string
  readonly subscribers: Subscribers
  readonly greeting: () => HostGreeting
  readonly listAgents: () => AgentListing[]
  readonly registry: Registry
  readonly keys: AgentKeys
  readonly settingsAgents: SettingsAgents
  readonly installs: AgentInstalls
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly agentDefaults: AgentDefaults
  readonly mcpServers: McpServers
  readonly mcpTests: McpTests
  readonly agentTests: AgentTests
  readonly readOnly: ReadOnlyCommands
  readonly preferences: PreferenceSettings
  readonly restoreSettings: () => void
  readonly report: Report
}
