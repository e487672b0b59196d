import type { AgentLogEntry } from '../../shared/agentLog/agentLogEntry'
import type { Channel } from '../../shared/channel'
import type { AgentListing } from '../../shared/contract/agentListing'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { Buffers } from '../buffers/buffers'
import type { Report } from '../system/report'
import type { Threads } from '../threads/threads'
import type { UnsavedSource } from './fileServer/unsavedTools'
import type { HandlerServices } from './handlerServices'
import type { Platform } from './platform'
import { dirname, join } from 'node:path'
import { AgentConnections } from '../agents/agentConnections'
import { createUnsavedReader } from '../buffers/unsavedReader'
import { openDatabase } from '../store/database'
import { SecretStore } from '../store/secretStore'
import { SettingsStore } from '../store/settings/settingsStore'
import { disposeInOrder } from '../system/disposeInOrder'
import { ShellEnvironment } from '../system/environment/shellEnvironment'
import { Launches } from '../system/process/launches'
import { OwnTerminals } from '../terminal/own/ownTerminals'
import { AgentLogs } from '../threads/export/agentLogs'
import { AgentDefaults } from './agents/agentDefaults'
import { AgentKeys } from './agents/agentKeys'
import { AgentTests } from './agents/agentTests'
import { SettingsAgents } from './agents/settingsAgents'
import { Editors } from './editors'
import { FileServer } from './fileServer/fileServer'
import { buildGreeting, type Preselect, resolvePreselect } from './greeting'
import { McpTests } from './mcp/mcpTests'
import { McpServers } from './mcpServers'
import { type Agents, openAgents } from './openAgents'
import { openThreads, type OpenThreads } from './openThreads'
import { PreferenceSettings } from './preferenceSettings'
import { serveRenderer } from './serveRenderer'
import { openStorage, type Storage } from './storage'
import { Subscribers } from './subscribers'
import { TerminalCommandList } from './terminalCommands'

/** Thread states in which Parley must not quit, even if no page is connected. */
const busyStates: ReadonlySet<string> = new Set<ThreadActivity['state']>(['starting', 'working', 'cancelling'])

/** Options from the shell. */
export interface HostOptions {
  /** The folder in which Parley stores all data. */
  readonly dataFolder: string
  readonly platform: Platform
  readonly version: string
  /** Initial values of the New thread form; the agent by name or id. */
  readonly preselect: Preselect
  readonly demoAgentPath: string
  /** Path of the ledgers' worker program. */
  readonly ledgerPath: string
  /** Parley's environment. Agents and commands inherit it, extended by the environment of the person's shell. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether to read the environment from the login shell, because Parley was not started from one. */
  readonly askShell?: boolean
  /** Handles unawaited errors and bugs. */
  readonly report: Report
  /** URL of the public agent registry. Not queried if absent. */
  readonly registryAddress?: string | undefined
  /** Folder for ACP traces. If absent, none are written. */
  readonly traceFolder?: string
  /** How long a deleted thread can be restored. For tests. */
  readonly restorableMs?: number
  /** Interval of checks for idle agents and clock jumps. For tests. */
  readonly beatMs?: number
}

/** All parts of Parley behind the windows. */
export interface Host {
  /** Serves one renderer until its channel closes. */
  connect(channel: Channel): void
  listAgents(): AgentListing[]
  onAgentsChanged(listener: (agents: AgentListing[]) => void): () => void
  /** Asks the current or next renderer to open the New thread form with an agent (by name or id) and a folder. */
  askForNewThread(wanted?: Preselect): void
  /** What quitting would interrupt: an agent's work, or a command in one of the person's own terminals. */
  readonly work: 'agent' | 'terminal' | undefined
  /** Whether a page is connected or an agent works. */
  readonly isInUse: boolean
  /** Ends all agents, stores pending data and closes the database. */
  dispose(): Promise<void>
}

/**
 * Creates the parts of the host and disposes them in order. Throws a `HostError` if the data folder can't be used. Long
 * because it lists the parts in the order of their creation.
 */
export async function openHost(options: HostOptions): Promise<Host> {
  const { dataFolder, platform, report } = options
  const settings = new SettingsStore(dataFolder)
  const secrets = new SecretStore({ dataFolder, sealing: platform.sealing })
  const onRecover = (words: string): void => void process.stderr.write(`${words}\n`)
  // First, because it throws for an unusable data folder.
  const database = openDatabase(join(dataFolder, 'parley.db'), { onRecover })
  const subscribers = new Subscribers()
  const processes = openProcesses({
    ...options,
    secrets,
    unsaved: threadId => createUnsavedSource(threadId, opened),
    onLogEntries: (threadId, entries) => subscribers.emitLog({ threadId, entries }),
  })
  const { launches, shellEnvironment, logs, fileServer, connections } = processes
  const storage = openStorage({ database, subscribers, holdAgents: () => connections.holdInputs(), report })
  const keys = new AgentKeys(secrets)
  const settingsAgents = new SettingsAgents(settings, secrets)
  const { store } = storage
  const agents = await openAgents({ ...options, ...processes, settings, keys, settingsAgents, store, subscribers })
  const ownTerminals = openOwnTerminals({ settings, storage, subscribers, launches, shellEnvironment, report })
  const opened = openThreads({ ...options, ...processes, settings, secrets, subscribers, storage, agents, ownTerminals })
  const { threads, ledgers, buffers, agentSessions, pathLists, attention, heartbeat } = opened
  const parts = { settings, secrets, subscribers, processes, storage, keys, settingsAgents, agents, ownTerminals, opened }
  const handled = createHandlerServices({ options, ...parts })

  const work = (): Host['work'] => {
    if (threads.list().some(({ activity }) => busyStates.has(activity.state)))
      return 'agent'
    return ownTerminals.isBusy ? 'terminal' : undefined
  }
  return {
    connect: channel => serveRenderer({ channel, host: handled }),
    listAgents: handled.listAgents,
    onAgentsChanged: listener => agents.list.onChange(listener),
    get work() {
      return work()
    },
    get isInUse() {
      return subscribers.count > 0 || work() !== undefined
    },
    askForNewThread: (wanted = {}) =>
      subscribers.emitOrDefer('menu', { action: 'newThread', ...resolvePreselect(wanted, handled.listAgents()) }),
    dispose: () =>
      disposeInOrder(
        // In this order, because each may still need those after it.
        [
          heartbeat,
          attention,
          pathLists,
          threads,
          ownTerminals,
          fileServer,
          buffers,
          ledgers,
          logs,
          agentSessions,
          handled.mcpTests,
          handled.agentTests,
          connections,
          agents.registry,
          agents.installs,
          shellEnvironment,
          launches,
          settings,
          storage,
        ],
        report,
      ),
  }
}

/** Opens the person's own terminals, which apply changes of the settings. */
function openOwnTerminals({ settings, storage, subscribers, launches, shellEnvironment, report }: {
  settings: SettingsStore
  storage: Storage
  subscribers: Subscribers
  report: Report
} & Pick<Processes, 'launches' | 'shellEnvironment'>): OwnTerminals {
  const ownTerminals = new OwnTerminals({
    table: storage.ownTerminals,
    environment: async () => {
      await shellEnvironment.ready()
      return shellEnvironment.variables
    },
    launches,
    preferences: () => {
      const { 'terminal.shell': shell, 'terminal.keep_text': keepsText } = settings.settings.preferences
      return { shell, keepsText }
    },
    onChange: (folder, terminals) => subscribers.emitAll('ownTerminalsChanged', { folder, terminals }),
    report,
  })
  settings.onChange(() => ownTerminals.preferencesChanged())
  return ownTerminals
}

/** Creates the handlers' services. Long because it lists every service. */
function createHandlerServices({
  options,
  settings,
  secrets,
  subscribers,
  processes,
  storage,
  keys,
  settingsAgents,
  agents,
  ownTerminals,
  opened,
}: {
  options: HostOptions
  settings: SettingsStore
  secrets: SecretStore
  subscribers: Subscribers
  processes: Processes
  storage: Storage
  keys: AgentKeys
  settingsAgents: SettingsAgents
  agents: Agents
  ownTerminals: OwnTerminals
  opened: OpenThreads
}): HandlerServices {
  const { dataFolder, platform, version, preselect, report } = options
  const { launches, shellEnvironment, logs } = processes
  const { store, lastChoices, search } = storage
  const { registry, installs } = agents
  const listAgents = (): AgentListing[] => agents.list.list()
  const editors = new Editors({ settings, platform, own: options.environment, environment: shellEnvironment.variables })
  return {
    ...opened,
    ownTerminals,
    terminalCommands: new TerminalCommandList(storage.savedCommands),
    platform,
    shellEnvironment,
    store,
    logs,
    editors,
    lastChoices,
    search,
    dataFolder,
    exportFolder: join(dataFolder, 'exports'),
    subscribers,
    greeting: () => buildGreeting({
      version,
      platform,
      dataFolder,
      canReveal: editors.canReveal,
      preselect,
      agents: listAgents(),
      settings,
      storage,
    }),
    agentDefaults: new AgentDefaults({ settings, keys, store, listAgents, environment: shellEnvironment.variables }),
    preferences: new PreferenceSettings({ settings, subscribers, platform }),
    mcpServers: new McpServers({ settings, secrets }),
    mcpTests: new McpTests({ version, shellEnvironment, launches }),
    agentTests: new AgentTests({ version, shellEnvironment, launches, report }),
    listAgents,
    findAgent: agentId => agents.list.find(agentId),
    registry,
    restoreSettings: () => settings.restore(),
    keys,
    settingsAgents,
    installs,
    report,
  }
}

/** Creates the source of a thread's unsaved files. `list` omits files whose names suggest secrets. */
function createUnsavedSource(
  threadId: string,
  { threads, buffers }: { threads: Threads, buffers: Buffers },
): UnsavedSource {
  const reader = createUnsavedReader(buffers)
  return {
    list: async () => (await reader.unsavedIn(await threads.get(threadId).places())).map(({ path }) => path),
    read: reader.readUnsaved,
  }
}

interface ProcessesOptions {
  readonly dataFolder: string
  readonly version: string
  readonly demoAgentPath: string
  /** Parley's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly askShell?: boolean
  readonly traceFolder?: string
  readonly secrets: SecretStore
  /** Returns the unsaved files that a thread's agent may read. */
  readonly unsaved: (threadId: string) => UnsavedSource
  readonly onLogEntries: (threadId: string, entries: AgentLogEntry[]) => void
  readonly report: Report
}

/** Services that start agents. */
interface Processes {
  readonly launches: Launches
  readonly shellEnvironment: ShellEnvironment
  readonly logs: AgentLogs
  readonly fileServer: FileServer
  readonly connections: AgentConnections
}

/** Creates the services that start agents. */
function openProcesses(options: ProcessesOptions): Processes {
  const { dataFolder, version, demoAgentPath, traceFolder, secrets, report } = options
  const launches = new Launches({ folder: join(dataFolder, 'processes'), report })
  const shellEnvironment = new ShellEnvironment({ own: options.environment, readAtStart: options.askShell ?? false })
  const logs = new AgentLogs({ onEntries: options.onLogEntries })
  const fileServer = new FileServer({
    // Next to the Demo agent, outside the archive, so that it can be run.
    program: join(dirname(demoAgentPath), 'fileServer.js'),
    version,
    source: options.unsaved,
    report,
  })
  const connections = new AgentConnections({
    version,
    report,
    environment: shellEnvironment.variables,
    launches,
    prepare: async () => (await Promise.all([shellEnvironment.ready(), launches.reaped]))[0],
    traceFolder,
    secrets: () => [...secrets.values(), ...fileServer.tokens],
    onStart: connection => logs.setConnection(connection),
  })
  return { launches, shellEnvironment, logs, fileServer, connections }
}
