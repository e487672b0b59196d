import type { AgentConnections } from '../agents/agentConnections'
import type { SecretStore } from '../store/secretStore'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { UnsavedRow } from '../store/tables/unsavedFileTable'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { OwnTerminals } from '../terminal/own/ownTerminals'
import type { ThreadServices } from '../threads/threadServices'
import type { Agents } from './openAgents'
import type { Platform } from './platform'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'
import { dirname, join } from 'node:path'
import { getAgentPreferences } from '../agents/catalogue/agentPreferences'
import { Buffers } from '../buffers/buffers'
import { Ledgers } from '../changes/ledgers'
import { FolderTurns } from '../changes/thread/folderTurns'
import { Heartbeat } from '../system/heartbeat'
import { replaceFileText } from '../system/replaceFileText'
import { PathLists } from '../threads/mentions/pathLists'
import { NewThreads } from '../threads/newThread/newThreads'
import { ThreadAnswersRegistry } from '../threads/permission/threadAnswers'
import { AttachedFiles } from '../threads/requests/attachedFiles'
import { AgentSessions } from '../threads/session/agentSessions'
import { buildMcpServers, type SessionFileServer } from '../threads/session/buildMcpServers'
import { Threads } from '../threads/threads'
import { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import { ScratchFolders } from '../workspace/scratch/scratchFolders'
import { Attention } from './attention/attention'
import { IdleThreads } from './idleThreads'
import { ReadOnlyCommands } from './readOnlyCommands'
import { Sandboxes } from './sandboxes'
import { ThreadPublisher } from './threadPublisher'

interface ThreadsOptions extends ThreadFilesOptions {
  readonly platform: Platform
  readonly secrets: SecretStore
  readonly shellEnvironment: ShellEnvironment
  readonly launches: Launches
  readonly connections: AgentConnections
  readonly agents: Agents
  readonly fileServer: SessionFileServer
  readonly ownTerminals: OwnTerminals
  readonly beatMs?: number | undefined
  readonly restorableMs?: number | undefined
}

/** The threads and related services. */
export interface OpenThreads extends ThreadFiles {
  readonly threads: Threads
  readonly newThreads: NewThreads
  readonly agentSessions: AgentSessions
  readonly sandboxes: Sandboxes
  readonly readOnly: ReadOnlyCommands
  readonly attention: Attention
  readonly heartbeat: Heartbeat
}

/** Opens the threads with shared services and subscriptions. Long because it is a list of services. */
export function openThreads(options: ThreadsOptions): OpenThreads {
  const { dataFolder, platform, settings, secrets, subscribers, storage, shellEnvironment, launches, connections, agents, report } = options
  const { store, writes } = storage
  const environment = shellEnvironment.variables
  const environmentReady = (): Promise<unknown> => shellEnvironment.ready()
  const findAgent = agents.list.find.bind(agents.list)
  const files = openThreadFiles(options)
  const { scratch, attachments, unfinishedWrites, buffers, pathLists, ledgers, folderTurns } = files
  const sandboxes = new Sandboxes({ settings, dataFolder, scratch: scratch.root })
  sandboxes.placeholders.sweep().catch(error => report(error, 'clearing away what commands in the sandbox needed'))
  const readOnly = new ReadOnlyCommands({ settings, report })
  const idle = new IdleThreads({ idleMs: () => settings.settings.preferences.idle_minutes * 60_000 })
  const attention = new Attention({ platform, subscribers, preferences: () => settings.settings.preferences })
  const agentSessions = new AgentSessions({ connections, store, findAgent, dataFolder, environment, environmentReady, report })
  const services: ThreadServices = {
    store,
    answers: new ThreadAnswersRegistry(),
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
    ownTerminals: options.ownTerminals,
    environment,
    environmentReady,
    findAgent,
    isInView: threadId => subscribers.isInView(threadId),
    preferences: agentId => getAgentPreferences(agentId, settings.settings),
    mcpServers: place =>
      buildMcpServers({
        ...place,
        configured: settings.settings.mcpServers,
        readSecret: name => secrets.read(name),
        environment,
      }),
    fileServer: options.fileServer,
    report,
  }
  const threads = new Threads({
    services,
    listener: new ThreadPublisher({ subscribers, idle, attention, storage, pathLists, buffers, scratchRoot: scratch.root }),
    restorableMs: options.restorableMs,
  })
  const newThreads = new NewThreads({ threads, services })
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
  return { ...files, threads, newThreads, agentSessions, sandboxes, readOnly, attention, heartbeat }
}

interface ThreadFilesOptions {
  readonly dataFolder: string
  /** Path of the ledgers' worker program. The merger's is in the same folder. */
  readonly ledgerPath: string
  readonly settings: SettingsStore
  readonly subscribers: Subscribers
  readonly storage: Storage
  readonly report: Report
}

/** File services shared by threads. */
interface ThreadFiles {
  readonly scratch: ScratchFolders
  readonly attachments: AttachedFiles
  readonly unfinishedWrites: UnfinishedWrites
  readonly buffers: Buffers
  readonly pathLists: PathLists
  readonly ledgers: Ledgers
  readonly folderTurns: FolderTurns
}

/** Opens the shared file services and removes partial writes of previous runs. */
function openThreadFiles({ dataFolder, ledgerPath, settings, subscribers, storage, report }: ThreadFilesOptions): ThreadFiles {
  const scratch = openScratchFolders({ dataFolder, store: storage.store, report })
  const unfinishedWrites = new UnfinishedWrites(join(dataFolder, 'writes'))
  unfinishedWrites.sweep().catch(error => report(error, 'clearing away unfinished writes'))
  const buffers = new Buffers({
    store: storage.unsavedFiles,
    write: (path, work) => storage.writes.write({ threadId: 'open files', what: path }, work),
    setAside: row => setAsideUnsaved(row, { dataFolder, report: words => storage.addProblem(words) }),
    unfinishedWrites,
    workerPath: join(dirname(ledgerPath), 'merge.js'),
    onState: (path, state) => {
      folderTurns.noteUnsaved(path, state.isUnsaved)
      subscribers.emitAll('bufferChanged', { path, state })
    },
    // Agents that write files themselves report them in tool calls.
    findAuthor: (path) => {
      const threadId = folderTurns.threadNaming(path)
      const thread = threadId === undefined ? undefined : storage.store.readThread(threadId)
      return thread ? { kind: 'agent', threadId: thread.threadId, agentName: thread.agentName } : { kind: 'disk' }
    },
    report,
  })
  const ledgers = new Ledgers({
    dataFolder,
    workerPath: ledgerPath,
    evidence: folder => folderTurns.evidence(folder),
    onChanged: folder => folderTurns.changed(folder),
    onWrite: (folder, note) => folderTurns.passWrite(folder, note),
    report,
  })
  const folderTurns: FolderTurns = new FolderTurns({
    source: { of: folder => settings.settings.preferences.record_changes ? ledgers.of(folder) : undefined },
    unsaved: () => buffers.unsaved.map(({ path }) => path),
    report,
  })
  return {
    scratch,
    attachments: new AttachedFiles(dataFolder),
    unfinishedWrites,
    buffers,
    pathLists: new PathLists({ report }),
    ledgers,
    folderTurns,
  }
}

/** Opens the scratch folders of a data folder, which may have moved since the last start. */
function openScratchFolders({ dataFolder, store, report }: {
  dataFolder: string
  store: ThreadStore
  report: Report
}): ScratchFolders {
  const scratch = new ScratchFolders(dataFolder)
  const lent = new Set<string>()
  for (const { threadId, folder, scratch: pin } of store.listThreads()) {
    if (!pin)
      continue
    lent.add(pin.name)
    const now = scratch.folderPath(pin)
    if (now !== folder)
      store.updateThread(threadId, { folder: now })
  }
  scratch.sweep(lent).catch(error => report(error, 'clearing away scratch folders'))
  return scratch
}

/** Writes unsaved text that can't be restored to a file beside the database and notifies the person. */
export function setAsideUnsaved(
  row: UnsavedRow,
  { dataFolder, report }: { dataFolder: string, report: (words: string) => void },
): void {
  const file = join(dataFolder, `unsaved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
  replaceFileText(file, JSON.stringify(row, undefined, 2))
  report(`What you typed in ${row.path} and did not save could not be read. The file opens without it; what was stored is kept in ${file}.`)
}
