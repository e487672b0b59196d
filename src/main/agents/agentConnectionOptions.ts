import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { AgentDeadlines, AgentDefinition, ClientOffers } from './agentDefinition'

/** What it takes to start an agent and connect to it. */
export interface AgentConnectionOptions {
  readonly agent: AgentDefinition
  readonly folder: string
  /** Parley's own version, which the agent is given. */
  readonly version: string
  readonly report: Report
  /** What the client offers, unless the agent's definition says otherwise. */
  readonly offers?: ClientOffers
  readonly deadlines?: Partial<AgentDeadlines>
  /** The person's environment. */
  readonly environment?: NodeJS.ProcessEnv
  /** Records the agent's process, so that it never outlives Parley, not even after a crash. */
  readonly launches?: Launches
  /** The folder for traces of all messages; without it, none are written. */
  readonly traceFolder?: string
  /** The current values of the stored secrets. They must never be written to a trace or log. */
  readonly secrets?: () => readonly string[]
}
