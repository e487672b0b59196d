import type { Readable, Writable } from 'node:stream'

/** The agent's side of a connection: a process on this machine, or a server on the network. */
export interface AgentEnd {
  /** Messages from the agent, one per line. */
  readonly input: Readable
  /** Messages to the agent, one per line. */
  readonly output: Writable
  /** Resolves when the agent can be called; rejects if it cannot be started or reached. */
  readonly started: Promise<void>
  /** Resolves when nothing more will arrive. Never rejects. */
  readonly exit: Promise<EndExit>
  /** The id of its process, if it runs on this machine. */
  readonly pid?: number | undefined
  /** The last lines of its stderr, which may contain secrets. */
  readonly stderrTail: string

  /** Ends the agent as ACP specifies, and forcibly if it does not comply. */
  stop(deadlines: { closeMs: number, graceMs: number }): Promise<void>
  /** Ends the agent immediately. */
  kill(): Promise<void>
  /** Resolves to whether the agent ends within `limitMs`. */
  endsWithin(limitMs: number): Promise<boolean>
  /** After the exit: ends commands that the agent left running here. */
  endLeftovers(graceMs: number): Promise<void>
}

/** How an agent ended. */
interface EndExit {
  readonly code: number | null
  readonly signal: string | null
  /** A better explanation than code and signal. */
  readonly why?: string
  /** Set if the network failed, so that the agent may still be working. */
  readonly isBrokenOff?: true
}
