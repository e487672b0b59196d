import type { Channel } from '../../shared/channel'
import type { AgentListing } from '../../shared/contract/agentListing'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { Report } from '../system/report'
import type { HandledHost } from './handlers'
import type { Platform } from './platform'
import { dirname, join } from 'node:path'
import { AgentConnections } from '../agents/agentConnections'
import { openDatabase } from '../store/database'
import { SecretStore } from '../store/secretStore'
import { SettingsStore } from '../store/settings/settingsStore'
import { endInOrder } from '../system/endInOrder'
import { ShellEnvironment } from '../system/environment/shellEnvironment'
import { Launches } from '../system/process/launches'
import { AgentLogs } from '../threads/export/agentLogs'
import { AgentDefaults } from './agents/agentDefaults'
import { AgentKeys } from './agents/agentKeys'
import { SettingsAgents } from './agents/settingsAgents'
import { Editors } from './editors'
import { FileServer } from './fileServer/fileServer'
import { unsavedSource } from './fileServer/unsavedSource'
import { greetingOf } from './greeting'
import { McpTests } from './mcp/mcpTests'
import { McpServers } from './mcpServers'
import { openAgents } from './openAgents'
import { openThreads } from './openThreads'
import { PreferenceSettings } from './preferenceSettings'
import { serveRenderer } from './serveRenderer'
import { openStorage } from './storage'
import { Subscribers } from './subscribers'

/** What a thread is doing while Parley must not end, even if no page is connected. */
const atWork: ReadonlySet<string> = new Set<ThreadActivity['state']>(['starting', 'working', 'cancelling'])

/** What a shell provides to the host. */
export interface HostOptions {
  /** Where Parley stores everything. */
  readonly dataFolder: string
  readonly platform: Platform
  readonly version: string
  /** What the New thread form starts with; the agent by its name or id. */
  readonly preselect: { readonly agent?: string, readonly folder?: string }
  readonly demoAgentPath: string
  /** The program that records the changes of a folder, in a thread of its own. */
  readonly ledgerPath: string
  /** The environment of Parley itself; agents and commands get it, or what the person's shell says beyond it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether the person's login shell is asked for its environment, because Parley was not started from it. */
  readonly askShell?: boolean
  /** Gets errors that no caller waits for, and bugs. */
  readonly report: Report
  /** Where the public registry of agents is; not asked when absent. */
  readonly registryAddress?: string | undefined
  /** Where to write agents' ACP messages; nowhere when absent. */
  readonly traceFolder?: string
  /** How long a deleted thread can be restored; for tests. */
  readonly restorableMs?: number
  /** How often idle agents and the clock are checked; for tests. */
  readonly beatMs?: number
}

/** Everything behind the windows. */
export interface Host {
  /** Serves one renderer until its channel closes. */
  connect(channel: Channel): void
  listAgents(): AgentListing[]
  onAgentsChanged(listener: (agents: AgentListing[]) => void): () => void
  /** Asks the renderers to open the New thread form. */
  askForNewThread(agentId?: string): void
  /** Whether a page is connected or an agent at work. */
  readonly isInUse: boolean
  /** Ends every agent, stores what is pending, closes the database. */
  dispose(): Promise<void>
}

/** Puts the parts together. Throws a `HostError` when the data folder cannot be used. */
export async function openHost(options: HostOptions): Promise<Host> {
  const { dataFolder, platform, version, preselect, report, traceFolder } = options
  const settings = new SettingsStore(dataFolder)
  const secrets = new SecretStore({ dataFolder, sealing: platform.sealing })
  const database = openDatabase(join(dataFolder, 'parley.db')) // before anything starts: it throws for a data folder that cannot be used
  const subscribers = new Subscribers()
  const launches = new Launches({ folder: join(dataFolder, 'processes'), report })
  const shellEnvironment = new ShellEnvironment({ own: options.environment, readAtStart: options.askShell ?? false })
  const logs = new AgentLogs({ onEntries: (threadId, entries) => subscribers.emitLog({ threadId, entries }) })
  const fileServer = new FileServer({
    // It lies beside the Demo agent, where any program can be run.
    program: join(dirname(options.demoAgentPath), 'fileServer.js'),
    version,
    source: threadId => unsavedSource(threadId, opened),
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
  const storage = openStorage({ database, subscribers, holdAgents: () => connections.holdInputs(), report })
  const { store } = storage
  const keys = new AgentKeys(secrets)
  const agents = await openAgents({ ...options, settings, keys, store, subscribers, shellEnvironment, connections })
  const opened = openThreads({
    ...options,
    settings,
    secrets,
    subscribers,
    storage,
    shellEnvironment,
    launches,
    connections,
    agents,
    fileServer,
  })
  const { threads, ledgers, buffers, agentSessions, attachments, pathLists, scratch, sandboxes, readOnly, attention, heartbeat } = opened

  const listAgents = (): AgentListing[] => agents.list.list()
  const mcpTests = new McpTests({ version, shellEnvironment, launches })
  const handled: HandledHost = {
    platform,
    shellEnvironment,
    threads,
    buffers,
    store,
    sandboxes,
    readOnly,
    logs,
    attachments,
    pathLists,
    editors: new Editors({ settings, platform, own: options.environment, environment: shellEnvironment.variables }),
    scratch,
    lastChoices: storage.lastChoices,
    search: storage.search,
    dataFolder,
    exportFolder: join(dataFolder, 'exports'),
    subscribers,
    greeting: () => greetingOf({ version, platform, preselect, agents: listAgents(), settings, storage }),
    agentSessions,
    agentDefaults: new AgentDefaults({ settings, keys, store, listAgents }),
    preferences: new PreferenceSettings({ settings, subscribers, platform }),
    mcpServers: new McpServers({ settings, secrets }),
    mcpTests,
    listAgents,
    findAgent: agentId => agents.list.find(agentId),
    registry: agents.registry,
    restoreSettings: () => settings.restore(),
    keys,
    settingsAgents: new SettingsAgents(settings),
    installs: agents.installs,
    report,
  }
  const { registry, installs } = agents

  return {
    connect: channel => serveRenderer({ channel, host: handled }),
    listAgents,
    onAgentsChanged: listener => agents.list.onChange(listener),
    get isInUse() {
      return subscribers.count > 0 || threads.list().some(({ activity }) => atWork.has(activity.state))
    },
    askForNewThread: agentId => subscribers.emitAll('menu', { action: 'newThread', agentId }),
    dispose: () =>
      endInOrder(
        // In this order: each may still need those after it.
        [
          heartbeat,
          attention,
          pathLists,
          threads,
          fileServer,
          buffers,
          ledgers,
          logs,
          agentSessions,
          mcpTests,
          connections,
          registry,
          installs,
          shellEnvironment,
          launches,
          settings,
          storage,
        ],
        report,
      ),
  }
}
