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
import type { TerminalView } from './terminalView'
import type { ThreadSummary } from './threadSummary'

/** Events that the host sends to renderers. */
export interface HostEvents {
  threadEvents: { threadId: string, events: ThreadEvent[] }
  /** A thread is new, or its title, state or time changed. */
  threadChanged: ThreadSummary
  /** The changes in its folders, or the decisions on them, are different now. */
  changesChanged: { threadId: string }
  /**
   * Something in those folders, which this window watches, came, went or changed, or git's view of the thread's files
   * did.
   */
  filesChanged: { threadId: string, folders: string[] }
  /** What a search in files found since it last told. */
  fileMatches: { searchId: string, files: FileMatches[] }
  /** An open file's text changed, by whomever; `version` is that before these updates. */
  bufferUpdates: { path: string, version: number, updates: TextUpdate[] }
  bufferChanged: { path: string, state: BufferState }
  /** It is in no list any more; `threadChanged` follows if it is restored. */
  threadRemoved: { threadId: string }
  /** `offset` counts characters from the terminal's start, as in `TerminalView`. */
  terminalOutput: { threadId: string, terminalId: string, data: string, offset: number }
  agentLogEntries: { threadId: string, entries: AgentLogEntry[] }
  terminalChanged: { threadId: string, terminalId: string, state: TerminalView['state'], exit?: TerminalExitStatus, sandbox?: SandboxedRun }
  agentsChanged: AgentListing[]
  catalogueChanged: CatalogueStatus
  installProgress: InstallProgress
  settingsFaults: SettingsFault[]
  settingsChanged: SettingsView
  /** Something happened in a thread that no one looks at. `isAway`: no window of Parley's is in front. */
  news: { threadId: string, kind: NewsKind, isAway: boolean }
  /** The person clicked a notification. */
  showThread: { threadId: string }
  /** As in `HostGreeting.problems`. */
  storageProblems: string[]
  /** Why updates from agents cannot be stored at the moment; no `words` once they can. */
  storageTrouble: { words?: string }
  /** A choice in the desktop's menu, or a second start with an agent or a folder. */
  menu: { action: 'newThread', agentId?: string, folder?: string }
}
