import type { McpServer, NewSessionRequest, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'

/** The session that a thread continues. */
export interface EarlierSession {
  readonly sessionId: string
  /** The session began outside Parley, so the agent has to replay it, and a new session cannot replace it. */
  readonly isExternal: boolean
  /** Set if it is already open on that agent. */
  readonly forked?: ForkedSession
}

/** A session that is ready for prompts, and how it was opened. */
export interface OpenedSession {
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** Why the earlier session, if any, could not be continued. */
  readonly resumeFailure?: string
}

/** A session that accepts prompts. */
export interface LiveSession extends OpenedSession {
  readonly connection: AgentConnection
  /** The parameters it was opened with. */
  readonly request: NewSessionRequest
}

/** A copy of a session, open on a running agent, that belongs to no thread yet. */
export interface ForkedSession extends Pick<OpenedSession, 'sessionId' | 'modes' | 'configOptions'> {
  readonly connection: AgentConnection
  /** The servers it was created with. */
  readonly mcpServers: readonly McpServer[]
  /** The last event of the copied thread that the agent's copy includes. */
  readonly upToSeq: number
}
