/** A line of the agent log as it is shown: one message, or one line beside the wire. Secrets are cut. */
export interface AgentLogEntry {
  /** Unique in a thread; also names the entry to `readAgentLogEntry`. */
  readonly entryId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
  readonly direction: AgentLogDirection
  readonly kind: AgentLogKind
  /** The message's method; an answer has that of its request, where that is still kept. */
  readonly method?: string
  /** The JSON-RPC id, as JSON. */
  readonly rpcId?: string
  /** How long the answer took. */
  readonly tookMs?: number
  /** One line. */
  readonly summary: string
  /** The whole of it: JSON, or the line. Its beginning only where `isCut`. */
  readonly text: string
  readonly isCut?: true
}

/** Which way it went; `beside` is what went over no wire: stderr, and Parley's own notes. */
export type AgentLogDirection = 'toAgent' | 'fromAgent' | 'beside'
export type AgentLogKind = 'request' | 'answer' | 'error' | 'notification' | 'stderr' | 'note'
