/** An entry of the agent log: one message, or one line of stderr or of Parley's notes. Secrets are redacted. */
export interface AgentLogEntry {
  /** Unique in a thread; also names the entry to `readAgentLogEntry`. */
  readonly entryId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
  readonly direction: AgentLogDirection
  readonly kind: AgentLogKind
  /** The message's method; an answer has the method of its request, if that is still kept. */
  readonly method?: string
  /** The JSON-RPC id, as JSON. */
  readonly rpcId?: string
  /** How long the answer took. */
  readonly tookMs?: number
  /** One line. */
  readonly summary: string
  /** The message as JSON, or the line; only the beginning if `isCut`. */
  readonly text: string
  readonly isCut?: true
}

/** Which way a message went; `beside` marks stderr and Parley's own notes. */
type AgentLogDirection = 'toAgent' | 'fromAgent' | 'beside'
/** What an entry is. */
export type AgentLogKind = 'request' | 'answer' | 'error' | 'notification' | 'stderr' | 'note'

/** One message or log line of an agent's connection, as Parley keeps it. `seq` counts from 1 within a connection. */
export type TraceEntry = { readonly seq: number, readonly at: number, readonly bytes: number } & TraceEntryBody

/** A message in either direction, or a line beside the wire. */
export type TraceEntryBody
  = | { readonly direction: 'in' | 'out', readonly message: unknown }
  /** A line of the agent's stderr. It may hold secrets. */
    | { readonly direction: 'stderr', readonly line: string }
  /** What the wire did about a message that it could not pass on. */
    | { readonly direction: 'note', readonly note: string }
