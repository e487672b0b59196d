import type { NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { EarlierSession, OpenedSession } from './session'
import { HostError, messageOf } from '../../../shared/errors'

/** Hands on what arrives for a session, from before anything can; returns a function that ends it. */
export type Listen = (session: { sessionId: string, how: OpenedSession['how'], isForeign: boolean }) => () => void

/**
 * Goes on with a thread's session, or begins one. Where Parley holds the thread's log, resume is preferred; where the agent only
 * loads, it does, and the replay is discarded. A foreign session is loaded, so that its replay fills the log, and resumed only where the
 * agent cannot load. An agent that fails at what it advertised is tried the next way.
 */
export async function openSession({ connection, request, earlier, listen }: {
  connection: AgentConnection
  /** All of it again each time: no agent keeps it. */
  request: NewSessionRequest
  earlier: EarlierSession | undefined
  listen: Listen
}): Promise<OpenedSession> {
  // Where that agent was left meanwhile, the copy is opened as any other session.
  if (earlier?.forked?.connection === connection) {
    const { sessionId, modes, configOptions } = earlier.forked
    listen({ sessionId, how: 'fork', isForeign: false })
    return { sessionId, how: 'fork', modes, configOptions }
  }
  const failures: unknown[] = []
  if (earlier) {
    for (const how of waysOf(connection, earlier)) {
      const stop = listen({ ...earlier, how })
      try {
        const params = { sessionId: earlier.sessionId, ...request }
        const state = how === 'resume' ? await connection.calls.resumeSession(params) : await connection.calls.loadSession(params)
        return { sessionId: earlier.sessionId, how, modes: state.modes ?? undefined, configOptions: state.configOptions ?? undefined }
      }
      catch (error) {
        stop()
        if (isFinal(error, earlier))
          throw earlier.isForeign ? notOpened(error) : error
        failures.push(error)
      }
    }
    if (earlier.isForeign) {
      throw new HostError('unsupported', 'This agent cannot open its earlier sessions. Start a new thread with it.', {
        cause: failures.at(-1),
      })
    }
  }
  const { sessionId, modes, configOptions } = await connection.calls.newSession(request)
  listen({ sessionId, how: 'new', isForeign: false })
  const lost = !earlier ? undefined : failures.length > 0 ? messageOf(failures.at(-1)) : 'This agent cannot go on with earlier sessions.'
  return { sessionId, how: 'new', modes: modes ?? undefined, configOptions: configOptions ?? undefined, lost }
}

function waysOf(
  { capabilities: { loadSession, sessionCapabilities } }: AgentConnection,
  { isForeign }: EarlierSession,
): ('load' | 'resume')[] {
  const ways = [...(sessionCapabilities?.resume ? ['resume' as const] : []), ...(loadSession ? ['load' as const] : [])]
  return isForeign ? ways.reverse() : ways
}

/**
 * Another way of opening would fail the same: nobody is there, or nobody may enter. A foreign session that could not be loaded is not
 * resumed either, unless the agent does not know how to load: tried again later, its conversation may still come.
 */
function isFinal(error: unknown, { isForeign }: EarlierSession): boolean {
  if (!(error instanceof HostError))
    return false
  return (
    error.code === 'agent_exited'
    || error.code === 'sign_in_needed'
    || error.code === 'timeout'
    || (isForeign && error.code !== 'unsupported')
  )
}

/** Says of the agent's own words what they are about. */
function notOpened(error: unknown): unknown {
  return error instanceof HostError && error.code === 'agent_failed'
    ? new HostError(error.code, `The agent could not open this session: ${error.message}`, { cause: error.cause })
    : error
}
