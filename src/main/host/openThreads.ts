import type { AgentConnections } from '../agents/agentConnections'
import type { SecretStore } from '../store/secretStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Launches } from '../system/process/launches'
import type { ThreadServices } from '../threads/threadServices'
import type { Agents } from './openAgents'
import type { Platform } from './platform'
import { agentPreferences } from '../agents/catalogue/agentPreferences'
import { Heartbeat } from '../system/heartbeat'
import { IdleThreads } from '../threads/idleThreads'
import { NewThreads } from '../threads/newThread/newThreads'
import { AnswersOfThreads } from '../threads/permission/threadAnswers'
import { AgentSessions } from '../threads/session/agentSessions'
import { mcpServersFor, type SessionFileServer } from '../threads/session/mcpServersFor'
import { Threads } from '../threads/threads'
import { Attention } from './attention/attention'
import { openThreadFiles, type ThreadFiles, type ThreadFilesOptions } from './openThreadFiles'
import { ReadOnlyCommands } from './readOnlyCommands'
import { Sandboxes } from './sandboxes'
import { ThreadPublisher } from './threadPublisher'

/** What `openThreads` needs. */
export interface ThreadsOptions extends ThreadFilesOptions {
  readonly platform: Platform
  readonly secrets: SecretStore
  readonly shellEnvironment: ShellEnvironment
  readonly launches: Launches
  readonly connections: AgentConnections
  readonly agents: Agents
  readonly fileServer: SessionFileServer
  readonly beatMs?: number | undefined
  readonly restorableMs?: number | undefined
}

/** The threads, and what handlers use beside them. */
export interface OpenThreads extends ThreadFiles {
  readonly threads: Threads
  readonly newThreads: NewThreads
  readonly agentSessions: AgentSessions
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
