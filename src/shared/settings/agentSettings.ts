import type {
  AvailableCommand,
  PromptCapabilities,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk'
import type { KnownModes } from '../thread/options/modes'
import { z } from 'zod'

/** Client capabilities that can be disabled for an agent. */
export const capabilityNames = ['fs', 'terminal', 'elicitation'] as const
export type CapabilityName = typeof capabilityNames[number]

/** Features beyond stable ACP that can be enabled for an agent. */
export const experimentNames = ['fork'] as const
export type ExperimentName = typeof experimentNames[number]

/** An agent's default for a config option or, without `configId`, for its mode. `undefined` removes it. */
export const agentDefaultSchema = z.object({
  agentId: z.string(),
  configId: z.string().optional(),
  value: z.union([z.string(), z.boolean()]).optional(),
})

/** The person's settings for one agent, and its last known options. */
export interface AgentSettings {
  readonly agentId: string
  readonly name: string
  readonly capabilities: Readonly<Record<CapabilityName, boolean>>
  readonly experiments: Readonly<Record<ExperimentName, boolean>>
  readonly defaultConfigOptions: Readonly<Record<string, string | boolean>>
  readonly defaultMode?: string
  /** Environment variables for the agent; absent if the agent has its own entry in `settings.json`. */
  readonly env?: Readonly<Record<string, string>>
  /** The names of the variables that hold the person's keys. */
  readonly keys?: readonly string[]
  /** Set if the agent is not offered the `fs` capability because it can't handle the responses. */
  readonly readsByItself?: true
  /** What is known about its modes: which of them ask for permission. */
  readonly modes?: KnownModes
  /** What the agent offered in its last run; absent if it never ran. */
  readonly offered?: {
    readonly modes?: SessionModeState
    readonly configOptions?: readonly SessionConfigOption[]
    readonly commands?: readonly AvailableCommand[]
    readonly promptCapabilities?: PromptCapabilities
  }
}
