/** An entry of the agent log: a message, a line of stderr, or a note by Parley. Secrets are redacted. */
export interface AgentLogEntry {
  /** Unique within a thread; `readAgentLogEntry` takes it. */
  readonly entryId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
  readonly direction: AgentLogDirection
  readonly kind: AgentLogKind
  /** The message's method; for a response, the method of its request if still kept. */
  readonly method?: string
  /** The JSON-RPC id, as JSON. */
  readonly rpcId?: string
  /** Time from request to response. */
  readonly tookMs?: number
  /** A single line. */
  readonly summary: string
  /** The message as JSON, or the line; truncated if `isCut`. */
  readonly text: string
  readonly isCut?: true
}

/** The direction of a message; `beside` marks stderr and Parley's notes. */
type AgentLogDirection = 'toAgent' | 'fromAgent' | 'beside'
export type AgentLogKind = 'request' | 'answer' | 'error' | 'notification' | 'stderr' | 'note'

/** A message or log line of an agent's connection, as stored. `seq` counts from 1 within a connection. */
export type TraceEntry = { readonly seq: number, readonly at: number, readonly bytes: number } & TraceEntryBody

/** A message in either direction, or a line outside the protocol. */
export type TraceEntryBody
  = | { readonly direction: 'in' | 'out', readonly message: unknown }
  /** A line of the agent's stderr, which may contain secrets. */
    | { readonly direction: 'stderr', readonly line: string }
  /** Parley's note about a message that it could not forward. */
    | { readonly direction: 'note', readonly note: string }
