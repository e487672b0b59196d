import type { AgentConnections } from '../agents/agentConnections'
import type { SecretStore } from '../store/secretStore'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { Agents } from './openAgents'
import type { Platform } from './platform'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'
import { join } from 'node:path'
import { agentPreferences } from '../agents/catalogue/agentPreferences'
import { Buffers } from '../buffers/buffers'
import { Ledgers } from '../changes/ledgers'
import { Heartbeat } from '../system/heartbeat'
import { FolderTurns } from '../threads/changes/folderTurns'
import { IdleThreads } from '../threads/idleThreads'
import { PathLists } from '../threads/mentions/pathLists'
import { AnswersOfThreads } from '../threads/permission/threadAnswers'
import { AttachedFiles } from '../threads/requests/attachedFiles'
import { AgentSessions } from '../threads/session/agentSessions'
import { mcpServersFor, type SessionFileServer } from '../threads/session/mcpServersFor'
import { Threads } from '../threads/threads'
import { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import { Attention } from './attention/attention'
import { openScratch } from './openScratch'
import { ReadOnlyCommands } from './readOnlyCommands'
import { Sandboxes } from './sandboxes'
import { setAsideUnsaved } from './setAsideUnsaved'
import { ThreadPublisher } from './threadPublisher'

/** What `openThreads` needs. */
export interface ThreadsOptions {
  readonly dataFolder: string
  /** The program that records the changes of a folder. */
  readonly ledgerPath: string
  readonly platform: Platform
  readonly settings: SettingsStore
  readonly secrets: SecretStore
  readonly subscribers: Subscribers
  readonly storage: Storage
  readonly shellEnvironment: ShellEnvironment
  readonly launches: Launches
  readonly connections: AgentConnections
  readonly agents: Agents
  readonly fileServer: SessionFileServer
  readonly beatMs?: number | undefined
  readonly restorableMs?: number | undefined
  readonly report: Report
}

/** The threads, and what handlers use beside them. */
export interface OpenThreads {
  readonly threads: Threads
  readonly ledgers: Ledgers
  readonly buffers: Buffers
  readonly agentSessions: AgentSessions
  readonly attachments: AttachedFiles
  readonly pathLists: PathLists
  readonly scratch: ScratchFolders
  readonly sandboxes: Sandboxes
  readonly readOnly: ReadOnlyCommands
  readonly attention: Attention
  readonly heartbeat: Heartbeat
}

/** Opens the threads with what they share and what follows their changes. */
export function openThreads(options: ThreadsOptions): OpenThreads {
  const { dataFolder, platform, settings, secrets, subscribers, storage, shellEnvironment, launches, connections, agents, report } = options
  const { store, writes } = storage
  const environment = shellEnvironment.variables
  const environmentReady = (): Promise<unknown> => shellEnvironment.ready()
  const findAgent = agents.list.find.bind(agents.list)
  const scratch = openScratch({ dataFolder, store, report })
  const sandboxes = new Sandboxes({ settings, dataFolder, scratch: scratch.root })
  const readOnly = new ReadOnlyCommands({ settings, report })
  const attachments = new AttachedFiles(dataFolder)
  const unfinishedWrites = new UnfinishedWrites(join(dataFolder, 'writes'))
  unfinishedWrites.sweep().catch(error => report(error, 'clearing away unfinished writes'))
  const buffers = new Buffers({
    store: storage.unsavedFiles,
    write: (path, work) => writes.write({ threadId: 'open files', what: path }, work),
    setAside: row => setAsideUnsaved(row, { dataFolder, tell: words => storage.tell(words) }),
    unfinishedWrites,
    onState: (path, state) => subscribers.emitAll('bufferChanged', { path, state }),
    report,
  })
  const pathLists = new PathLists({ report })
  const idle = new IdleThreads({ idleMs: () => settings.settings.preferences.idle_minutes * 60_000 })
  const attention = new Attention({ platform, subscribers, preferences: () => settings.settings.preferences })
  const ledgers = new Ledgers({ dataFolder, workerPath: options.ledgerPath, onHeard: folder => folderTurns.heard(folder), report })
  const folderTurns: FolderTurns = new FolderTurns({
    source: { of: folder => settings.settings.preferences.record_changes ? ledgers.of(folder) : undefined },
    report,
  })
  const agentSessions = new AgentSessions({ connections, store, findAgent, dataFolder, environment, environmentReady, report })
  const threads = new Threads({
    services: {
      store,
      answers: new AnswersOfThreads(),
      writes,
      signIns: agents.signIns,
      folderTurns,
      ledgers,
      connections,
      agentSessions,
      launches,
      buffers,
      unfinishedWrites,
      sandbox: sandboxes,
      readOnlySetting: readOnly,
      dataFolder,
      scratch,
      attachments,
      environment,
      environmentReady,
      findAgent,
      isLookedAt: threadId => subscribers.isLookedAt(threadId),
      preferences: agentId => agentPreferences(agentId, settings.settings),
      mcpServers: place =>
        mcpServersFor({ ...place, configured: settings.settings.mcpServers, readSecret: name => secrets.read(name), environment }),
      fileServer: options.fileServer,
      report,
    },
    listener: new ThreadPublisher({ subscribers, idle, attention, storage, pathLists, buffers, scratchRoot: scratch.root }),
    restorableMs: options.restorableMs,
  })
  threads.resume()
  agents.list.onChange(() => threads.recheckCommands())
  const heartbeat = new Heartbeat({
    everyMs: options.beatMs,
    onBeat: () => threads.sleep(idle.due()),
    onJump: (byMs) => {
      idle.clockJumped(byMs)
      threads.clockJumped(byMs)
    },
  })
  return { threads, ledgers, buffers, agentSessions, attachments, pathLists, scratch, sandboxes, readOnly, attention, heartbeat }
}
