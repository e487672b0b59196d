import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostHandlers } from '../../shared/contract/contract'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { Registry } from '../agents/catalogue/registry'
import type { Buffers } from '../buffers/buffers'
import type { LastChoices } from '../store/lastChoices'
import type { SearchReader } from '../store/search/searchReader'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Report } from '../system/report'
import type { AgentLogs } from '../threads/export/agentLogs'
import type { PathLists } from '../threads/mentions/pathLists'
import type { NewThreads } from '../threads/newThread/newThreads'
import type { AttachedFiles } from '../threads/requests/attachedFiles'
import type { AgentSessions } from '../threads/session/agentSessions'
import type { Threads } from '../threads/threads'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { AgentInstalls } from './agents/agentInstalls'
import type { AgentKeys } from './agents/agentKeys'
import type { SettingsAgents } from './agents/settingsAgents'
import type { Editors } from './editors'
import type { Platform } from './platform'
import type { Sandboxes } from './sandboxes'
import type { Subscriber, Subscribers } from './subscribers'
import { agentHandlers } from './handlers/agentHandlers'
import { agentLogHandlers } from './handlers/agentLogHandlers'
import { attentionHandlers } from './handlers/attentionHandlers'
import { bufferHandlers } from './handlers/bufferHandlers'
import { changeHandlers } from './handlers/changeHandlers'
import { choiceHandlers } from './handlers/choiceHandlers'
import { draftHandlers } from './handlers/draftHandlers'
import { editorHandlers } from './handlers/editorHandlers'
import { fileHandlers } from './handlers/fileHandlers'
import { fileTreeHandlers } from './handlers/fileTreeHandlers'
import { folderHandlers } from './handlers/folderHandlers'
import { installHandlers } from './handlers/installHandlers'
import { lastChoiceHandlers } from './handlers/lastChoiceHandlers'
import { mentionHandlers } from './handlers/mentionHandlers'
import { queueHandlers } from './handlers/queueHandlers'
import { ruleHandlers } from './handlers/ruleHandlers'
import { sandboxHandlers } from './handlers/sandboxHandlers'
import { searchHandlers } from './handlers/searchHandlers'
import { sessionHandlers } from './handlers/sessionHandlers'
import { settingsHandlers, type SettingsHandlersOptions } from './handlers/settingsHandlers'
import { shellHandlers } from './handlers/shellHandlers'
import { signInHandlers } from './handlers/signInHandlers'
import { terminalHandlers } from './handlers/terminalHandlers'
import { threadHandlers } from './handlers/threadHandlers'
import { threadStartHandlers } from './handlers/threadStartHandlers'
import { trustHandlers } from './handlers/trustHandlers'
import { turnHandlers } from './handlers/turnHandlers'

/** What the handlers need of the host. */
export interface HandledHost extends SettingsHandlersOptions {
  readonly platform: Platform
  readonly shellEnvironment: ShellEnvironment
  readonly threads: Threads
  readonly newThreads: NewThreads
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
  /** Parley's own data. */
  readonly dataFolder: string
  /** Where bundles are written. */
  readonly exportFolder: string
  readonly subscribers: Subscribers
  readonly greeting: () => HostGreeting
  readonly listAgents: () => AgentListing[]
  readonly registry: Registry
  readonly keys: AgentKeys
  readonly settingsAgents: SettingsAgents
  readonly installs: AgentInstalls
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly report: Report
}

/**
 * What one renderer may ask, by subject as in the contract. A handler looks up whom it concerns and notes what this renderer watches: what
 * it does lives in the object it calls.
 */
export function hostHandlers(host: HandledHost, subscriber: Subscriber): HostHandlers {
  const { threads } = host
  return {
    ...agentHandlers(host),
    ...agentLogHandlers(host, subscriber),
    ...attentionHandlers({ threads, subscriber }),
    ...bufferHandlers(host, subscriber),
    ...changeHandlers(host),
    ...choiceHandlers(host),
    ...draftHandlers(host),
    ...editorHandlers(host),
    ...fileHandlers(host),
    ...fileTreeHandlers({ threads, subscriber }),
    ...folderHandlers(host),
    ...installHandlers(host),
    ...lastChoiceHandlers(host),
    ...mentionHandlers(host),
    ...queueHandlers(host),
    ...ruleHandlers(host),
    ...sandboxHandlers(host),
    ...searchHandlers(host),
    ...sessionHandlers(host),
    ...settingsHandlers(host),
    ...shellHandlers({ ...host, greeted: () => host.subscribers.greeted(subscriber) }),
    ...signInHandlers(host),
    ...terminalHandlers({ threads, subscriber }),
    ...threadHandlers(host, subscriber),
    ...threadStartHandlers(host),
    ...trustHandlers(host),
    ...turnHandlers(host),
  }
}
