import type { AgentLogEntry } from '../../shared/agentLog/agentLogEntry'
import type { SecretStore } from '../store/secretStore'
import type { Report } from '../system/report'
import type { UnsavedSource } from './fileServer/unsavedTools'
import { dirname, join } from 'node:path'
import { AgentConnections } from '../agents/agentConnections'
import { ShellEnvironment } from '../system/environment/shellEnvironment'
import { Launches } from '../system/process/launches'
import { AgentLogs } from '../threads/export/agentLogs'
import { FileServer } from './fileServer/fileServer'

/** What `openProcesses` needs. */
export interface ProcessesOptions {
  readonly dataFolder: string
  readonly version: string
  readonly demoAgentPath: string
  /** The environment of Parley itself. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly askShell?: boolean
  readonly traceFolder?: string
  readonly secrets: SecretStore
  /** The unsaved files that the agent of a thread may read. */
  readonly unsaved: (threadId: string) => UnsavedSource
  readonly onLogEntries: (threadId: string, entries: AgentLogEntry[]) => void
  readonly report: Report
}

/** What agents run in, and what they are started with. */
export interface Processes {
  readonly launches: Launches
  readonly shellEnvironment: ShellEnvironment
  readonly logs: AgentLogs
  readonly fileServer: FileServer
  readonly connections: AgentConnections
}

/** Opens what starts agents; none is started yet. */
export function openProcesses(options: ProcessesOptions): Processes {
  const { dataFolder, version, demoAgentPath, traceFolder, secrets, report } = options
  const launches = new Launches({ folder: join(dataFolder, 'processes'), report })
  const shellEnvironment = new ShellEnvironment({ own: options.environment, readAtStart: options.askShell ?? false })
  const logs = new AgentLogs({ onEntries: options.onLogEntries })
  const fileServer = new FileServer({
    // It lies beside the Demo agent, where any program can be run.
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
