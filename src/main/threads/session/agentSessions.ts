import type { SessionInfo } from '@agentclientprotocol/sdk'
import type { ListedSession, SessionPage } from '../../../shared/contract/methods/agentMethods'
import type { AgentConnection } from '../../agents/agentConnection'
import type { AgentConnections } from '../../agents/agentConnections'
import type { StoredThread } from '../../store/tables/threadTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'
import { type AgentDefinition, formatLaunchLine } from '../../agents/agentDefinition'
import { checkFolders, type FolderChecks } from '../start/checkFolders'
import { isTrusted, resolveLaunch } from '../start/commandTrust'
import { resolveRemotePlace, toTrustFolder } from '../start/remoteFolder'

/**
 * How long an agent is kept after a request for its sessions: people often open one or request the next page soon, and
 * cursors expire with the process.
 */
const keepAliveMs = 60_000

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
interface RequestedPlace {
  readonly agentId: string
  readonly folder: string
  readonly command?: string
}

/** The sessions that agents store, whichever client created them. */
export class AgentSessions {
  readonly #options: AgentSessionsOptions
  readonly #releases = new Set<NodeJS.Timeout>()

  constructor(options: AgentSessionsOptions) {
    this.#options = options
  }

  /**
   * Lists a page of an agent's sessions. The first includes Parley's own threads with it, even if the agent doesn't
   * list them.
   */
  async list({
    agentId,
    folder: typed,
    command,
    inAllFolders,
    cursor,
  }: RequestedPlace & { inAllFolders: boolean, cursor?: string }): Promise<SessionPage> {
    const elsewhere = resolveRemotePlace(this.#options.findAgent(agentId), typed)
    const folder = elsewhere?.folder
      ?? (await checkFolders({ folder: typed, additionalFolders: [] }, this.#options)).folder
    return this.#withAgent({ agentId, folder, command }, async (connection) => {
      const page = await requestSessions(connection, {
        ...(!inAllFolders && { cwd: folder }),
        ...(cursor !== undefined && { cursor }),
      })
      const threads = this.#options.store
        .listThreads()
        .filter(thread => thread.agentId === agentId && thread.sessionId !== undefined)
      const isHere = ({ folder: here, elsewhere }: StoredThread): boolean => (elsewhere?.folder ?? here) === folder
      const own = cursor === undefined ? threads.filter(thread => inAllFolders || isHere(thread)) : []
      const { loadSession, sessionCapabilities } = connection.capabilities
      return {
        sessions: merge(page?.sessions ?? [], { threads, own }),
        // Repeating a cursor would loop.
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
  async delete({
    sessionId,
    before,
    ...place
  }: RequestedPlace & { sessionId: string, before?: () => Promise<void> }): Promise<void> {
    await this.#withAgent(place, async (connection) => {
      if (!connection.capabilities.sessionCapabilities?.delete)
        throw new HostError('unsupported', `${connection.agent.name} cannot delete its sessions.`)
      await before?.()
      await connection.calls.deleteSession(sessionId)
    })
  }

  /** Cancels the timers. Agents exit when all connections are closed. */
  dispose(): void {
    for (const timer of this.#releases)
      clearTimeout(timer)
    this.#releases.clear()
  }

  /** Starts the agent if necessary, calls `act` and keeps the agent running for a while. */
  async #withAgent<T>(place: RequestedPlace, act: (connection: AgentConnection) => Promise<T>): Promise<T> {
    const { connections, report } = this.#options
    const connection = await connections.acquire({ agent: await this.#findTrustedAgent(place), folder: place.folder })
    try {
      return await act(connection)
    }
    finally {
      const timer = setTimeout(() => {
        this.#releases.delete(timer)
        connections.release(connection).catch(error => report(error, 'releasing an agent'))
      }, keepAliveMs).unref()
      this.#releases.add(timer)
    }
  }

  async #findTrustedAgent({ agentId, folder, command }: RequestedPlace): Promise<AgentDefinition> {
    const { environment, environmentReady, findAgent, store } = this.#options
    await environmentReady() // its PATH decides which program a name refers to
    const agent = findAgent(agentId)
    const launch = resolveLaunch(agent, environment)
    const place = { agentId, folder: toTrustFolder(folder, resolveRemotePlace(agent, folder)) }
    if (command !== undefined && command === formatLaunchLine(agent))
      store.saveTrust(place, launch)
    if (!isTrusted(launch, store.readTrust(place))) {
      throw new HostError(
        'command_changed',
        'What starts the agent has changed since you trusted it. Look at its command first.',
      )
    }
    return agent
  }
}

/** Requests a page of sessions. Returns `undefined` if the agent doesn't list them, even if it advertises that. */
async function requestSessions(connection: AgentConnection, question: { cwd?: string, cursor?: string }) {
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

/** Merges the agent's list with the threads that have a session of it. */
function merge(
  listed: readonly SessionInfo[],
  { threads, own }: { threads: readonly StoredThread[], own: readonly StoredThread[] },
): ListedSession[] {
  const bySession = new Map(threads.map(thread => [thread.sessionId, thread]))
  const rows = new Map(own.map(thread => [thread.sessionId, fromThread(thread)]))
  for (const info of listed) {
    const session = fromAgent(info)
    const thread = bySession.get(info.sessionId)
    rows.set(
      info.sessionId,
      thread ? { ...fromThread(thread), updatedAt: session.updatedAt ?? thread.updatedAt } : session,
    )
  }
  return [...rows.values()]
}

function fromAgent({ sessionId, cwd, additionalDirectories, title, updatedAt }: SessionInfo): ListedSession {
  const time = Date.parse(updatedAt ?? '')
  return {
    sessionId,
    folder: cwd,
    additionalFolders: additionalDirectories ?? [],
    title: title ?? undefined,
    updatedAt: Number.isNaN(time) ? undefined : time,
  }
}

function fromThread({ threadId, sessionId, folder, additionalFolders, title, updatedAt }: StoredThread): ListedSession {
  return { sessionId: sessionId!, folder, additionalFolders, title, updatedAt, threadId } // the query returns only threads with a session
}
