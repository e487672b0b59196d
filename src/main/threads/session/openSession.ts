import type { McpServer, NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadFolders } from '../start/threadFolders'
import type { McpSetup, SessionPlace } from './mcpServersFor'
import type { EarlierSession, ForkedSession, LiveSession, OpenedSession } from './session'
import { errorMessage, HostError } from '../../../shared/errors'
import { canFork } from '../../agents/missingMethods'

/** A session that is about to be opened, and by which method. */
export interface SessionOpening {
  readonly sessionId: string
  readonly how: OpenedSession['how']
  readonly isExternal: boolean
}

/**
 * What a session of the thread is opened with, by whichever method. What this agent cannot take is left out, with one
 * notice.
 */
export function sessionRequest({ connection: { agent, capabilities }, folders, log, mcpServers, fileServer }: {
  connection: Pick<AgentConnection, 'agent' | 'capabilities'>
  folders: ThreadFolders
  log: ThreadLog
  mcpServers: (place: SessionPlace) => McpSetup
  /** For an agent that would not see otherwise what is not saved. */
  fileServer: () => McpServer | undefined
}): NewSessionRequest {
  const { servers, notices } = mcpServers({ agent, folder: folders.first, capabilities })
  for (const notice of [...notices.map(title => ({ title })), ...folders.noticesFor(agent.name, capabilities)])
    log.addNoticeOnce(notice)
  const additionalDirectories = [...folders.additionalFor(capabilities)]
  const own = agent.readsFiles === 'itself' ? fileServer() : undefined
  const all = own ? [...servers, own] : servers
  return { cwd: folders.first, mcpServers: all, ...additionalDirectories.length > 0 && { additionalDirectories } }
}

/**
 * Continues a thread's session, or begins one. Where Parley has the thread's log, resuming is preferred; the replay of
 * an agent that can only load is discarded. An external session is loaded, so that its replay fills the log, and
 * resumed only where the agent cannot load. When a method fails that the agent advertises, the next one is tried.
 */
export async function openSession({ connection, request, earlier, listen }: {
  connection: AgentConnection
  /** Sent with every method: no agent stores it. */
  request: NewSessionRequest
  earlier: EarlierSession | undefined
  /** Hands on what arrives for a session, called before anything can; returns a function that ends it. */
  listen: (opening: SessionOpening) => () => void
}): Promise<OpenedSession> {
  // Where that agent has been released meanwhile, the copy is opened as any other session.
  if (earlier?.forked?.connection === connection) {
    const { sessionId, modes, configOptions } = earlier.forked
    listen({ sessionId, how: 'fork', isExternal: false })
    return { sessionId, how: 'fork', modes, configOptions }
  }
  const failures: unknown[] = []
  if (earlier) {
    for (const how of methodsFor(connection, earlier)) {
      const stop = listen({ ...earlier, how })
      try {
        const params = { sessionId: earlier.sessionId, ...request }
        const state = how === 'resume' ? await connection.calls.resumeSession(params) : await connection.calls.loadSession(params)
        return { sessionId: earlier.sessionId, how, modes: state.modes ?? undefined, configOptions: state.configOptions ?? undefined }
      }
      catch (error) {
        stop()
        if (isFinal(error, earlier))
          throw earlier.isExternal ? notOpened(error) : error
        failures.push(error)
      }
    }
    if (earlier.isExternal) {
      throw new HostError('unsupported', 'This agent cannot open its earlier sessions. Start a new thread with it.', {
        cause: failures.at(-1),
      })
    }
  }
  const { sessionId, modes, configOptions } = await connection.calls.newSession(request)
  listen({ sessionId, how: 'new', isExternal: false })
  const resumeFailure = earlier && (failures.length > 0 ? errorMessage(failures.at(-1)) : 'This agent cannot continue earlier sessions.')
  return { sessionId, how: 'new', modes: modes ?? undefined, configOptions: configOptions ?? undefined, resumeFailure }
}

/** By which methods to try, in order. */
function methodsFor(
  { capabilities: { loadSession, sessionCapabilities } }: AgentConnection,
  { isExternal }: EarlierSession,
): ('load' | 'resume')[] {
  const methods = [...(sessionCapabilities?.resume ? ['resume' as const] : []), ...(loadSession ? ['load' as const] : [])]
  return isExternal ? methods.reverse() : methods
}

/**
 * Whether another method would fail the same way: the agent is gone or wants a sign-in. An external session that could
 * not be loaded is not resumed either, unless the agent does not know how to load: a later try may still bring its
 * conversation.
 */
function isFinal(error: unknown, { isExternal }: EarlierSession): boolean {
  if (!(error instanceof HostError))
    return false
  return (
    error.code === 'agent_exited'
    || error.code === 'sign_in_needed'
    || error.code === 'timeout'
    || (isExternal && error.code !== 'unsupported')
  )
}

/** Says what the agent's own words are about. */
function notOpened(error: unknown): unknown {
  return error instanceof HostError && error.code === 'agent_failed'
    ? new HostError(error.code, `The agent could not open this session: ${error.message}`, { cause: error.cause })
    : error
}

/** Has the agent copy the session as it is now. Where it turns out that it cannot, forking is no longer offered. */
export async function forkSession({
  live: { sessionId, connection, request },
  log,
  copied,
}: {
  live: LiveSession
  log: ThreadLog
  /** The servers of its session, for another. */
  copied: (servers: readonly McpServer[]) => McpServer[]
}): Promise<ForkedSession> {
  const { name } = connection.agent
  if (!canFork(connection.capabilities)) {
    throw new HostError(
      'unsupported',
      `${name} cannot copy its sessions. Continue the thread with another agent, or with the same in a new thread.`,
    )
  }
  log.flush() // the copy of the log is made from the store
  const upToSeq = log.transcript.lastSeq
  const mcpServers = copied(request.mcpServers)
  try {
    const { sessionId: forkedId, modes, configOptions } = await connection.calls.forkSession({ sessionId, ...request, mcpServers })
    if (forkedId === sessionId)
      throw new HostError('agent_failed', `${name} did not copy the session: it answered with the same one.`)
    return { sessionId: forkedId, connection, mcpServers, upToSeq, modes: modes ?? undefined, configOptions: configOptions ?? undefined }
  }
  catch (error) {
    if (canFork(connection.capabilities))
      throw error
    log.add({ type: 'cannotFork' })
    log.flush()
    throw new HostError(
      'unsupported',
      `${name} says that it can copy its sessions, but does not know how. Forking is no longer offered here.`,
      { cause: error },
    )
  }
}
