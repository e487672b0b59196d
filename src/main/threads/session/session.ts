import type { McpServer, NewSessionRequest, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'

/** The session that a thread continues. */
export interface EarlierSession {
  readonly sessionId: string
  /**
   * It began outside Parley, which has nothing of it yet: the agent has to replay it, and a new session cannot replace
   * it.
   */
  readonly isExternal: boolean
  /** Set where it is open already, on that agent. */
  readonly forked?: ForkedSession
}

/** A session that is ready for prompts, and how it came about. */
export interface OpenedSession {
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** Why the earlier session could not be continued; only where there was one. */
  readonly resumeFailure?: string
}

/** A session that takes prompts. */
export interface LiveSession extends OpenedSession {
  readonly connection: AgentConnection
  /** What it was opened with. */
  readonly request: NewSessionRequest
}

/** A copy of a session, open on a running agent, that belongs to no thread yet. */
export interface ForkedSession extends Pick<OpenedSession, 'sessionId' | 'modes' | 'configOptions'> {
  readonly connection: AgentConnection
  /** What it was made with. */
  readonly mcpServers: readonly McpServer[]
  /** The last event of the copied thread that is in the agent's copy. */
  readonly upToSeq: number
}
