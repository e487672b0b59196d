import type { Channel } from '../../shared/channel'
import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { Report } from '../system/report'
import type { HandledHost } from './handlers'
import type { Platform } from './platform'
import { join } from 'node:path'
import { AgentConnections } from '../agents/agentConnections'
import { agentPreferences } from '../agents/catalogue/agentPreferences'
import { Registry } from '../agents/catalogue/registry'
import { platformKey } from '../agents/catalogue/registryAgent'
import { SecretStore } from '../store/secretStore'
import { SettingsStore } from '../store/settings/settingsStore'
import { endInOrder } from '../system/endInOrder'
import { ShellEnvironment } from '../system/environment/shellEnvironment'
import { Heartbeat } from '../system/heartbeat'
import { Launches } from '../system/process/launches'
import { AgentLogs } from '../threads/export/agentLogs'
import { IdleThreads } from '../threads/idleThreads'
import { AttachedFiles } from '../threads/requests/attachedFiles'
import { RequestRouter } from '../threads/requests/requestRouter'
import { AgentSessions } from '../threads/session/agentSessions'
import { mcpServersFor } from '../threads/session/mcpServersFor'
import { AgentSignIns } from '../threads/signIn/agentSignIns'
import { Threads } from '../threads/threads'
import { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import { AgentDefaults } from './agents/agentDefaults'
import { openAgentInstalls } from './agents/agentInstalls'
import { AgentList } from './agents/agentList'
import { SettingsAgents } from './agents/settingsAgents'
import { Attention } from './attention'
import { McpServers } from './mcpServers'
import { Sandboxes } from './sandboxes'
import { serveRenderer } from './serveRenderer'
import { openStorage } from './storage'
import { Subscribers } from './subscribers'

/** Long enough for a pause, short enough that forgotten agents do not fill the memory. */
const usualIdleMinutes = 30

/** What a thread is doing when its agent must not be ended for want of somebody watching. */
const atWork: ReadonlySet<string> = new Set<ThreadActivity['state']>(['starting', 'working', 'cancelling'])

/** What a shell gives the host to live on. */
export interface HostOptions {
  /** Everything that Parley keeps lies in here. */
  readonly dataFolder: string
  readonly platform: Platform
  readonly version: string
  /** What the New thread form starts with; the agent by its name or id. */
  readonly preselect: { readonly agent?: string, readonly folder?: string }
  readonly demoAgentPath: string
  /** The environment of Parley itself; agents and commands get it, or what the person's shell says beyond it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether the person's login shell is asked for its environment, because Parley was not started from it. */
  readonly askShell?: boolean
  /** Gets what nobody waits for and what is a bug. */
  readonly report: Report
  /** Where the public registry of agents is; not asked when absent. */
  readonly registryAddress?: string | undefined
  /** Where to write what goes over agents' wires; nowhere when absent. */
  readonly traceFolder?: string
  /** How often idle agents and the clock are looked at; left out, as often as a person needs. */
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
export async function openHost({
  dataFolder,
  platform,
  version,
  preselect,
  demoAgentPath,
  environment: ownEnvironment,
  askShell = false,
  report,
  registryAddress,
  traceFolder,
  beatMs,
}: HostOptions): Promise<Host> {
  const settingsStore = new SettingsStore(dataFolder)
  const secrets = new SecretStore({ dataFolder, sealing: platform.sealing })
  const subscribers = new Subscribers()
  const storage = openStorage({ dataFolder, subscribers, holdAgents: () => connections.holdInputs(), report })
  const { store } = storage
  const signIns = new AgentSignIns({ store, onChange: () => agents.changed(), report })
  const router = new RequestRouter()
  const logs = new AgentLogs({ onEntries: (threadId, entries) => subscribers.tellLog({ threadId, entries }) })
  const launches = new Launches({ folder: join(dataFolder, 'processes'), report })
  const sandboxes = new Sandboxes(settingsStore)
  const attachments = new AttachedFiles(join(dataFolder, 'attachments'))
  const unfinishedWrites = new UnfinishedWrites(join(dataFolder, 'writes'))
  void unfinishedWrites.sweep().catch(error => report(error, 'clearing away unfinished writes'))
  const shellEnvironment = new ShellEnvironment({ own: ownEnvironment, readAtStart: askShell })
  const environment = shellEnvironment.variables
  const prepare = async (): Promise<string | undefined> => (await Promise.all([shellEnvironment.ready(), launches.reaped]))[0]
  const connections = new AgentConnections({
    handlers: router,
    version,
    report,
    environment,
    launches,
    prepare,
    traceFolder,
    secrets: () => secrets.values(),
    onStart: connection => logs.follow(connection),
  })

  const registry = new Registry({ cachePath: join(dataFolder, 'registry.json'), address: registryAddress })
  const installs = await openAgentInstalls({
    dataFolder,
    environment: () => environment,
    registry,
    connections,
    findAgent: agentId => agents.find(agentId),
    needsSignIn: agentId => signIns.isNeeded(agentId),
    report,
    onProgress: progress => subscribers.tellAll('installProgress', progress),
  })
  const agents = new AgentList(() => ({
    settings: settingsStore.settings,
    demoAgentPath,
    environment,
    catalogue: {
      agents: registry.agents,
      icon: id => registry.icon(id),
      installed: id => installs.installed(id),
      platformKey: platformKey(process),
    },
    needsSignIn: agentId => signIns.isNeeded(agentId),
  }))
  const findAgent = (agentId: string): AgentDefinition => agents.find(agentId)
  const idle = new IdleThreads({
    idleMs: () => (settingsStore.settings.idleMinutes ?? usualIdleMinutes) * 60_000,
    sleep: async threadId => threads.open(threadId)?.life.sleep(),
    report,
  })
  const attention = new Attention({ platform, onOpen: threadId => subscribers.tellAll('showThread', { threadId }) })
  const agentSessions = new AgentSessions({
    connections,
    store,
    findAgent,
    dataFolder,
    environment,
    environmentReady: () => shellEnvironment.ready(),
    report,
  })
  const threads = new Threads({
    store,
    agentSessions,
    signIns,
    writes: storage.writes,
    dataFolder,
    attachments,
    connections,
    router,
    environment,
    environmentReady: () => shellEnvironment.ready(),
    launches,
    unfinishedWrites,
    sandbox: sandboxes,
    findAgent,
    report,
    preferences: agentId => agentPreferences(agentId, settingsStore.settings),
    mcpServers: place =>
      mcpServersFor({ ...place, configured: settingsStore.settings.mcpServers, readSecret: name => secrets.read(name), environment }),
    onEvents: (threadId, events) => subscribers.tellThread({ threadId, events }),
    onChange: (summary) => {
      idle.note(summary)
      attention.note(summary)
      subscribers.tellAll('threadChanged', summary)
    },
    onRemoved: (threadId) => {
      subscribers.tellAll('threadRemoved', { threadId })
      storage.sweep()
    },
  })

  const heartbeat = new Heartbeat({
    everyMs: beatMs,
    onBeat: () => idle.check(),
    onJump: (byMs) => {
      idle.clockJumped(byMs)
      threads.clockJumped(byMs)
    },
  })

  agents.onChange((list) => {
    threads.recheckCommands()
    subscribers.tellAll('agentsChanged', list)
  })
  shellEnvironment.onChange(() => agents.changed())
  settingsStore.onChange(({ faults }) => {
    agents.changed()
    subscribers.tellAll('settingsFaults', [...faults])
  })
  installs.onChange(() => agents.changed())
  registry.onChange(() => {
    agents.changed()
    subscribers.tellAll('catalogueChanged', registry.status)
  })
  const greeting = (): HostGreeting => ({
    version,
    shell: platform.shell,
    platform: process.platform,
    canChooseFolder: platform.chooseFolder !== undefined,
    preselect: {
      agentId: agents.list().find(({ agentId, name }) => preselect.agent === name || preselect.agent === agentId)?.agentId,
      folder: preselect.folder,
    },
    settingsPath: settingsStore.path,
    settingsFaults: [...settingsStore.settings.faults],
    problems: [...storage.problems],
    storageTrouble: storage.writes.trouble,
  })
  const handled: HandledHost = {
    platform,
    shellEnvironment,
    threads,
    store,
    sandboxes,
    logs,
    attachments,
    exportFolder: join(dataFolder, 'exports'),
    subscribers,
    greeting,
    agentSessions,
    agentDefaults: new AgentDefaults({ settings: settingsStore, store, listAgents: () => agents.list() }),
    mcpServers: new McpServers({ settings: settingsStore, secrets }),
    listAgents: () => agents.list(),
    findAgent,
    registry,
    settingsAgents: new SettingsAgents(settingsStore),
    installs,
  }

  return {
    connect: channel => serveRenderer({ channel, host: handled, report }),
    listAgents: handled.listAgents,
    onAgentsChanged: listener => agents.onChange(listener),
    get isInUse() {
      return subscribers.count > 0 || threads.list().some(({ activity }) => atWork.has(activity.state))
    },
    askForNewThread: agentId => subscribers.tellAll('menu', { action: 'newThread', agentId }),
    dispose: () =>
      endInOrder(
        [heartbeat, threads, logs, agentSessions, connections, registry, installs, shellEnvironment, launches, settingsStore, storage],
        report,
      ),
  }
}
