/** One message or log line of an agent's connection, as Parley keeps it. `seq` counts from 1 within a connection. */
export type TraceEntry = { readonly seq: number, readonly at: number, readonly bytes: number } & TraceEntryBody

/** A message in either direction, or a line beside the wire. */
export type TraceEntryBody
  = | { readonly direction: 'in' | 'out', readonly message: unknown }
  /** A line of the agent's stderr. It may hold secrets. */
    | { readonly direction: 'stderr', readonly line: string }
  /** What the wire did about a message that it could not pass on. */
    | { readonly direction: 'note', readonly note: string }
