import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { AgentDeadlines, AgentDefinition, ClientOffers } from './agentDefinition'

/** What a running agent needs. */
export interface AgentConnectionOptions {
  readonly agent: AgentDefinition
  readonly folder: string
  /** Parley's own version, for the agent. */
  readonly version: string
  readonly report: Report
  /** Where the agent itself does not say otherwise. */
  readonly offers?: ClientOffers
  readonly deadlines?: Partial<AgentDeadlines>
  /** The person's environment. */
  readonly environment?: NodeJS.ProcessEnv
  /** Keeps a record of its process, so that it ends with Parley however Parley ends. */
  readonly launches?: Launches
  /** Where to write what goes over the wire; nowhere when absent. */
  readonly traceFolder?: string
  /** What must never be written down: the values of stored secrets as they are now. */
  readonly secrets?: () => readonly string[]
}
