import type { McpServer, NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadFolders } from '../start/threadFolders'
import type { McpSetup, SessionPlace } from './buildMcpServers'
import type { EarlierSession, ForkedSession, LiveSession, OpenedSession } from './session'
import { errorMessage, HostError } from '../../../shared/errors'
import { canFork } from '../../agents/missingMethods'

/** A session that is being opened, and the method. */
export interface SessionOpening {
  readonly sessionId: string
  readonly how: OpenedSession['how']
  readonly isExternal: boolean
}

/** Builds the parameters for opening a session by any method. Omits what the agent doesn't support, with one notice. */
export function buildSessionRequest({
  connection: { agent, capabilities },
  folders,
  remoteFolder,
  log,
  mcpServers,
  fileServer,
}: {
  connection: Pick<AgentConnection, 'agent' | 'capabilities'>
  folders: ThreadFolders
  /** The folder on the agent's machine, if its files are there. */
  remoteFolder?: string | undefined
  log: ThreadLog
  mcpServers: (place: SessionPlace) => McpSetup
  /** Serves unsaved text to agents that wouldn't see it otherwise. */
  fileServer: () => McpServer | undefined
}): NewSessionRequest {
  const { servers, notices } = mcpServers({ agent, folder: folders.first, capabilities })
  for (const notice of [...notices.map(title => ({ title })), ...folders.noticesFor(agent.name, capabilities)])
    log.addNoticeOnce(notice)
  const additionalDirectories = [...folders.additionalFor(capabilities)]
  const own = agent.readsFiles === 'itself' ? fileServer() : undefined
  const all = own ? [...servers, own] : servers
  const cwd = remoteFolder ?? folders.first
  return { cwd, mcpServers: all, ...additionalDirectories.length > 0 && { additionalDirectories } }
}

/**
 * Continues a thread's session or starts one. Prefers `session/resume` if Parley has the log; if an agent can only
 * load, discards the replay. Loads external sessions, so that the replay fills the log, and resumes them only if the
 * agent cannot load. If an advertised method fails, tries the next.
 */
export async function openSession({ connection, request, earlier, listen }: {
  connection: AgentConnection
  /** Sent with every method, because no agent stores it. */
  request: NewSessionRequest
  earlier: EarlierSession | undefined
  /** Starts listening for a session before anything can arrive. Returns a function that stops it. */
  listen: (opening: SessionOpening) => () => void
}): Promise<OpenedSession> {
  // If that agent was released meanwhile, the fork is opened like any other session.
  if (earlier?.forked?.connection === connection) {
    const { sessionId, modes, configOptions } = earlier.forked
    listen({ sessionId, how: 'fork', isExternal: false })
    return { sessionId, how: 'fork', modes, configOptions }
  }
  const failures: unknown[] = []
  if (earlier) {
    for (const how of listMethods(connection, earlier)) {
      const stop = listen({ ...earlier, how })
      try {
        const params = { sessionId: earlier.sessionId, ...request }
        const state = how === 'resume'
          ? await connection.calls.resumeSession(params)
          : await connection.calls.loadSession(params)
        return {
          sessionId: earlier.sessionId,
          how,
          modes: state.modes ?? undefined,
          configOptions: state.configOptions ?? undefined,
        }
      }
      catch (error) {
        stop()
        if (isFinal(error, earlier))
          throw earlier.isExternal ? toOpenError(error) : error
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
  const resumeFailure = earlier
    && (failures.length > 0 ? errorMessage(failures.at(-1)) : 'This agent cannot continue earlier sessions.')
  return { sessionId, how: 'new', modes: modes ?? undefined, configOptions: configOptions ?? undefined, resumeFailure }
}

/** Lists the methods to try, in order. */
function listMethods(
  { capabilities: { loadSession, sessionCapabilities } }: AgentConnection,
  { isExternal }: EarlierSession,
): ('load' | 'resume')[] {
  const methods = [
    ...(sessionCapabilities?.resume ? ['resume' as const] : []),
    ...(loadSession ? ['load' as const] : []),
  ]
  return isExternal ? methods.reverse() : methods
}

/**
 * Whether trying another method is pointless: the agent has exited or requires a sign-in. An external session that
 * failed to load is not resumed either, unless the agent lacks `load`, because a later attempt may still load its
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

/** Adds context to the agent's error message. */
function toOpenError(error: unknown): unknown {
  return error instanceof HostError && error.code === 'agent_failed'
    ? new HostError(error.code, `The agent could not open this session: ${error.message}`, { cause: error.cause })
    : error
}

/** Forks the session in its current state. If the agent turns out not to support that, forking is no longer offered. */
export async function forkSession({
  live: { sessionId, connection, request },
  log,
  copyServers,
}: {
  live: LiveSession
  log: ThreadLog
  /** The session's servers for the fork. */
  copyServers: (servers: readonly McpServer[]) => McpServer[]
}): Promise<ForkedSession> {
  const { name } = connection.agent
  if (!canFork(connection.capabilities)) {
    throw new HostError(
      'unsupported',
      `${name} cannot copy its sessions. Continue the thread with another agent, or with the same in a new thread.`,
    )
  }
  log.flush() // the log is copied from the store
  const upToSeq = log.transcript.lastSeq
  const mcpServers = copyServers(request.mcpServers)
  try {
    const { sessionId: forkedId, modes, configOptions } = await connection.calls.forkSession({
      sessionId,
      ...request,
      mcpServers,
    })
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
