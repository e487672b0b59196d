import type { NewSessionRequest, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'

/** The session that a thread goes on with. */
export interface EarlierSession {
  readonly sessionId: string
  /** Parley holds nothing of it yet: the agent has to tell it, and no new session can stand for it. */
  readonly isForeign: boolean
  /** It is open already, on that agent. */
  readonly forked?: ForkedSession
}

/** A session that is ready for prompts, and how it came about. */
export interface OpenedSession {
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** Why the earlier session could not go on; only where there was one. */
  readonly lost?: string
}

/** A session that takes prompts. */
export interface LiveSession extends OpenedSession {
  readonly connection: AgentConnection
  /** What it was opened with. */
  readonly request: NewSessionRequest
}

/** A copy of a session, open on a running agent, that no thread carries yet. */
export interface ForkedSession extends Pick<OpenedSession, 'sessionId' | 'modes' | 'configOptions'> {
  readonly connection: AgentConnection
  /** How far the log of the copied thread had come: what the agent took into the copy. */
  readonly upToSeq: number
}
