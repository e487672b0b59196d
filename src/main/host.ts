import { join } from 'node:path'
import type { Channel } from '../shared/channel'
import { hostMethods, type AgentListing, type HostGreeting } from '../shared/contract'
import { HostError } from '../shared/errors'
import { serveHost } from '../shared/rpc'
import { findAgent, listAgents, type AgentSources } from './agents/agentCatalog'
import { AgentConnections } from './agents/agentConnections'
import type { AgentDefinition } from './agents/agentDefinition'
import { hostHandlers } from './handlers'
import type { Platform } from './platform'
import { RequestRouter } from './sessions/requestRouter'
import { Threads } from './sessions/threads'
import { openDatabase } from './store/database'
import { SettingsStore } from './store/settingsStore'
import { ThreadStore } from './store/threadStore'
import { Subscribers } from './subscribers'
import type { Report } from './system/report'

/** What a shell gives the host to live on. */
export interface HostOptions {
  /** Everything that Parley keeps lies in here. */
  readonly dataFolder: string
  readonly platform: Platform
  readonly version: string
  /** What the New thread form starts with; the agent by its name or id. */
  readonly preselect: { readonly agent?: string, readonly folder?: string }
  readonly demoAgentPath: string
  /** The person's own environment, which agents and commands get. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Gets what nobody waits for and what is a bug. */
  readonly report: Report
  /** Where to write what goes over agents' wires; nowhere when absent. */
  readonly traceFolder?: string
}

/** Everything behind the windows. */
export interface Host {
  /** Serves one renderer until its channel closes. */
  connect(channel: Channel): void
  listAgents(): AgentListing[]
  onAgentsChanged(listener: (agents: AgentListing[]) => void): () => void
  /** Asks the renderers to open the New thread form. */
  askForNewThread(agentId?: string): void
  /** Ends every agent, stores what is pending, closes the database. */
  dispose(): Promise<void>
}

/** Puts the parts together. Throws a `HostError` when the data folder cannot be used. */
export async function openHost({ dataFolder, platform, version, preselect, demoAgentPath, environment, report, traceFolder }: HostOptions): Promise<Host> {
  const database = openDatabase(join(dataFolder, 'parley.db'))
  const settingsStore = new SettingsStore(dataFolder)
  const store = new ThreadStore(database)
  const subscribers = new Subscribers()
  const router = new RequestRouter()
  const connections = new AgentConnections({ handlers: router, version, report, environment, traceFolder })

  const sources = (): AgentSources => ({ settings: settingsStore.settings, demoAgentPath, environment })
  const list = (): AgentListing[] => listAgents(sources())
  const find = (agentId: string): AgentDefinition => {
    const agent = findAgent(agentId, sources())
    if (!agent)
      throw new HostError('agent_not_found', 'This agent is no longer configured. Add it to settings.json again, or start a thread with another one.')
    return agent
  }
  const threads = new Threads({
    store,
    dataFolder,
    connections,
    router,
    environment,
    findAgent: find,
    report,
    onEvents: (threadId, events) => subscribers.tellThread('threadEvents', { threadId, events }),
    onChange: summary => subscribers.tellAll('threadChanged', summary),
    onTerminalOutput: (threadId, { terminalId, data, offset }) => subscribers.tellTerminal('terminalOutput', { threadId, terminalId, data, offset }),
    onTerminalChange: (threadId, { terminalId, state, exit }) => subscribers.tellTerminal('terminalChanged', { threadId, terminalId, state, exit }),
  })

  const agentListeners = new Set<(agents: AgentListing[]) => void>()
  settingsStore.onChange(({ faults }) => {
    const agents = list()
    subscribers.tellAll('agentsChanged', agents)
    subscribers.tellAll('settingsFaults', [...faults])
    for (const listener of agentListeners)
      listener(agents)
  })
  const greeting = (): HostGreeting => ({
    version,
    shell: platform.shell,
    platform: process.platform,
    canChooseFolder: platform.chooseFolder !== undefined,
    preselect: { agentId: list().find(({ agentId, name }) => preselect.agent === name || preselect.agent === agentId)?.agentId, folder: preselect.folder },
    settingsPath: settingsStore.path,
    settingsFaults: [...settingsStore.settings.faults],
    problems: database.problem === undefined ? [] : [database.problem],
  })

  return {
    connect: (channel) => {
      const handled = { platform, threads, store, subscribers, greeting, listAgents: list, findAgent: find }
      // The subscriber needs to tell before the channel is served, and the handlers need the subscriber.
      const subscriber = subscribers.add((event, payload) => served.tell(event, payload))
      const handlers = hostHandlers(handled, subscriber)
      const served = serveHost({ channel, schemas: hostMethods, handlers, report })
      channel.onClose(() => {
        for (const terminal of [...subscriber.terminals.values()])
          void handlers.leaveTerminal(terminal)
        subscribers.remove(subscriber)
      })
    },
    listAgents: list,
    onAgentsChanged: (listener) => {
      agentListeners.add(listener)
      return () => agentListeners.delete(listener)
    },
    askForNewThread: agentId => subscribers.tellAll('menu', { action: 'newThread', agentId }),
    dispose: async () => {
      await threads.dispose()
      await connections.dispose()
      settingsStore.dispose()
      database.close()
    },
  }
}
