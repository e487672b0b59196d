import type { SessionInfo } from '@agentclientprotocol/sdk'
import type { ListedSession, SessionPage } from '../../../shared/contract/methods/agentMethods'
import type { AgentConnection } from '../../agents/agentConnection'
import type { AgentConnections } from '../../agents/agentConnections'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { StoredThread } from '../../store/tables/threadTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { checkedFolders, type FolderChecks } from '../start/checkedFolders'
import { agentLaunch, isTrusted } from '../start/commandTrust'

/**
 * How long an agent is kept after a request for its sessions: the next page or the opening of one comes soon, and
 * cursors end with the process.
 */
const keptMs = 60_000

interface AgentSessionsOptions extends FolderChecks {
  readonly connections: AgentConnections
  readonly store: ThreadStore
  readonly findAgent: (agentId: string) => AgentDefinition
  /** Resolves when `environment` is complete. */
  readonly environmentReady: () => Promise<unknown>
  readonly report: Report
}

/**
 * Agent and folder of a request. `command`: the command line shown to the person, who thereby trusts it; without it,
 * only an already trusted command runs.
 */
interface AskedPlace {
  readonly agentId: string
  readonly folder: string
  readonly command?: string
}

/** The sessions that agents store themselves, whichever client created them. */
export class AgentSessions {
  readonly #options: AgentSessionsOptions
  readonly #releases = new Set<NodeJS.Timeout>()

  constructor(options: AgentSessionsOptions) {
    this.#options = options
  }

  /**
   * A page of an agent's sessions. The first includes Parley's own threads with it, even if the agent does not list
   * them.
   */
  async list({
    agentId,
    folder: typed,
    command,
    inAllFolders,
    cursor,
  }: AskedPlace & { inAllFolders: boolean, cursor?: string }): Promise<SessionPage> {
    const { folder } = await checkedFolders({ folder: typed, additionalFolders: [] }, this.#options)
    return this.#ask({ agentId, folder, command }, async (connection) => {
      const page = await askForSessions(connection, { ...(!inAllFolders && { cwd: folder }), ...(cursor !== undefined && { cursor }) })
      const threads = this.#options.store.listThreads().filter(thread => thread.agentId === agentId && thread.sessionId !== undefined)
      const own = cursor === undefined ? threads.filter(thread => inAllFolders || thread.folder === folder) : []
      const { loadSession, sessionCapabilities } = connection.capabilities
      return {
        sessions: merged(page?.sessions ?? [], { threads, own }),
        // The same cursor again would loop.
        nextCursor: page?.nextCursor === cursor ? undefined : (page?.nextCursor ?? undefined),
        ...(page?.isCut && { isCut: true }),
        canList: page !== undefined,
        canOpen: loadSession === true || sessionCapabilities?.resume != null,
        canDelete: sessionCapabilities?.delete != null,
      }
    })
  }

  /**
   * Asks the agent to delete a session. `before` is called once the agent runs. Rejects if the session is not deleted.
   */
  async delete({ sessionId, before, ...place }: AskedPlace & { sessionId: string, before?: () => Promise<void> }): Promise<void> {
    await this.#ask(place, async (connection) => {
      if (!connection.capabilities.sessionCapabilities?.delete)
        throw new HostError('unsupported', `${connection.agent.name} cannot delete its sessions.`)
      await before?.()
      await connection.calls.deleteSession(sessionId)
    })
  }

  /** The agents end with all connections. */
  dispose(): void {
    for (const timer of this.#releases)
      clearTimeout(timer)
    this.#releases.clear()
  }

  /** Calls `act` with the running agent, which is started if necessary and kept for a while. */
  async #ask<T>(place: AskedPlace, act: (connection: AgentConnection) => Promise<T>): Promise<T> {
    const { connections, report } = this.#options
    const connection = await connections.acquire({ agent: await this.#trusted(place), folder: place.folder })
    try {
      return await act(connection)
    }
    finally {
      const timer = setTimeout(() => {
        this.#releases.delete(timer)
        connections.release(connection).catch(error => report(error, 'releasing an agent'))
      }, keptMs).unref()
      this.#releases.add(timer)
    }
  }

  async #trusted({ agentId, folder, command }: AskedPlace): Promise<AgentDefinition> {
    const { environment, environmentReady, findAgent, store } = this.#options
    await environmentReady() // which program a name means depends on it
    const agent = findAgent(agentId)
    const launch = agentLaunch(agent, environment)
    const place = { agentId, folder }
    if (command !== undefined && command === commandLineForDisplay(agent.command, agent.args))
      store.saveTrust(place, launch)
    if (!isTrusted(launch, store.readTrust(place)))
      throw new HostError('command_changed', 'What starts the agent has changed since you trusted it. Look at its command first.')
    return agent
  }
}

/** `undefined` where the agent does not list its sessions, even if it advertises that. */
async function askForSessions(connection: AgentConnection, question: { cwd?: string, cursor?: string }) {
  if (!connection.capabilities.sessionCapabilities?.list)
    return undefined
  try {
    return await connection.calls.listSessions(question)
  }
  catch (error) {
    if (error instanceof HostError && error.code === 'unsupported')
      return undefined
    throw error
  }
}

/** Each session once, whether the agent lists it, a thread has it, or both. */
function merged(
  listed: readonly SessionInfo[],
  { threads, own }: { threads: readonly StoredThread[], own: readonly StoredThread[] },
): ListedSession[] {
  const bySession = new Map(threads.map(thread => [thread.sessionId, thread]))
  const rows = new Map(own.map(thread => [thread.sessionId, ofThread(thread)]))
  for (const info of listed) {
    const session = ofAgent(info)
    const thread = bySession.get(info.sessionId)
    rows.set(info.sessionId, thread ? { ...ofThread(thread), updatedAt: session.updatedAt ?? thread.updatedAt } : session)
  }
  return [...rows.values()]
}

function ofAgent({ sessionId, cwd, additionalDirectories, title, updatedAt }: SessionInfo): ListedSession {
  const time = Date.parse(updatedAt ?? '')
  return {
    sessionId,
    folder: cwd,
    additionalFolders: additionalDirectories ?? [],
    title: title ?? undefined,
    updatedAt: Number.isNaN(time) ? undefined : time,
  }
}

function ofThread({ threadId, sessionId, folder, additionalFolders, title, updatedAt }: StoredThread): ListedSession {
  return { sessionId: sessionId!, folder, additionalFolders, title, updatedAt, threadId } // only threads with a session are asked for
}
