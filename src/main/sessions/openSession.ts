import type { NewSessionRequest, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import { HostError, messageOf } from '../../shared/errors'
import type { AgentConnection } from '../agents/agentConnection'

/** A session that is ready for prompts, and how it came about. */
export interface OpenedSession {
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume'
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** Why the earlier session could not go on; only where there was one. */
  readonly lost?: string
}

/**
 * Goes on with a thread's session, or begins one. Parley holds the thread's log, so resume is preferred; where the agent only
 * loads, it does, and the caller discards the replay. An agent that fails at what it advertised is tried the next way.
 * `listen` is called with the session's id before anything can arrive for it.
 */
export async function openSession({ connection, request, earlierSessionId, listen }: {
  connection: AgentConnection
  /** All of it again each time: no agent keeps it. */
  request: NewSessionRequest
  earlierSessionId: string | undefined
  listen: (sessionId: string, how: OpenedSession['how']) => () => void
}): Promise<OpenedSession> {
  const { loadSession, sessionCapabilities } = connection.capabilities
  const failures: string[] = []
  if (earlierSessionId !== undefined) {
    const ways = [...sessionCapabilities?.resume ? ['resume' as const] : [], ...loadSession ? ['load' as const] : []]
    for (const how of ways) {
      const stop = listen(earlierSessionId, how)
      try {
        const params = { sessionId: earlierSessionId, ...request }
        const state = how === 'resume' ? await connection.resumeSession(params) : await connection.loadSession(params)
        return { sessionId: earlierSessionId, how, modes: state.modes ?? undefined, configOptions: state.configOptions ?? undefined }
      }
      catch (error) {
        stop()
        if (isFinal(error))
          throw error
        failures.push(messageOf(error))
      }
    }
  }
  const { sessionId, modes, configOptions } = await connection.newSession(request)
  listen(sessionId, 'new')
  const lost = earlierSessionId === undefined ? undefined : failures.at(-1) ?? 'This agent cannot go on with earlier sessions.'
  return { sessionId, how: 'new', modes: modes ?? undefined, configOptions: configOptions ?? undefined, lost }
}

/** Another way of opening would fail the same: nobody is there, or nobody may enter. */
function isFinal(error: unknown): boolean {
  return error instanceof HostError && (error.code === 'agent_exited' || error.code === 'sign_in_needed' || error.code === 'timeout')
}
