import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { AgentLogEntry } from '../agentLog/agentLogEntry'
import type { InstallProgress } from '../settings/installing'
import type { SandboxedRun } from '../settings/sandbox'
import type { SettingsFault } from '../settings/settings'
import type { ThreadEvent } from '../thread/events'
import type { NewsKind } from '../thread/news'
import type { AgentListing, CatalogueStatus } from './agentListing'
import type { BufferState, TextUpdate } from './methods/bufferMethods'
import type { FileMatches } from './methods/fileMethods'
import type { SettingsView } from './methods/settingsMethods'
import type { OwnTerminalView } from './ownTerminalView'
import type { TerminalView } from './terminalView'
import type { ThreadSummary } from './threadSummary'

/** Events that the host sends to renderers. */
export interface HostEvents {
  threadEvents: { threadId: string, events: ThreadEvent[] }
  /** A thread was created, or its title, state or time changed. */
  threadChanged: ThreadSummary
  /** The changes in the thread's folders, or the decisions on them, changed. */
  changesChanged: { threadId: string }
  /** Entries of these watched folders changed, or the git status of the thread's files did. */
  filesChanged: { threadId: string, folders: string[] }
  /** Matches of a file search since the previous event. */
  fileMatches: { searchId: string, files: FileMatches[] }
  /** An open file was edited by anyone; `version` is the version before these updates. */
  bufferUpdates: { path: string, version: number, updates: TextUpdate[] }
  bufferChanged: { path: string, state: BufferState }
  /** The thread left every list; `threadChanged` follows if it is restored. */
  threadRemoved: { threadId: string }
  /** `offset` counts characters since the terminal started, as in `TerminalView`. */
  terminalOutput: { threadId?: string | undefined, terminalId: string, data: string, offset: number }
  agentLogEntries: { threadId: string, entries: AgentLogEntry[] }
  terminalChanged: {
    threadId?: string | undefined
    terminalId: string
    state: TerminalView['state']
    exit?: TerminalExitStatus
    sandbox?: SandboxedRun
  }
  /** The person's own terminals in a folder, or their details, changed. */
  ownTerminalsChanged: { folder: string, terminals: readonly OwnTerminalView[] }
  agentsChanged: AgentListing[]
  catalogueChanged: CatalogueStatus
  installProgress: InstallProgress
  settingsFaults: SettingsFault[]
  settingsChanged: SettingsView
  /** There is news in a thread that is not in view. `isAway`: no Parley window has focus. */
  news: { threadId: string, kind: NewsKind, isAway: boolean }
  /** The person clicked a notification. */
  showThread: { threadId: string }
  /** As in `HostGreeting.problems`. */
  storageProblems: string[]
  /** Why agents' updates cannot be stored at the moment; without `words`, storing works again. */
  storageTrouble: { words?: string }
  /** A command of the desktop's menu, or a second launch with an agent or folder. */
  menu: { action: 'newThread', agentId?: string, folder?: string }
}
