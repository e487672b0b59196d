import type {
  AvailableCommand,
  PromptCapabilities,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk'
import type { KnownModes } from '../thread/options/modes'
import { z } from 'zod'

/** Capabilities that can be switched off for an agent. */
export const capabilityNames = ['fs', 'terminal', 'elicitation'] as const
/** One of these capabilities. */
export type CapabilityName = typeof capabilityNames[number]

/** Features that can be switched on for an agent although they are not in stable ACP. */
export const experimentNames = ['fork'] as const
/** One of these features. */
export type ExperimentName = typeof experimentNames[number]

/** A default of an agent: for a config option or, without `configId`, for its mode. `undefined` removes it. */
export const agentDefaultSchema = z.object({
  agentId: z.string(),
  configId: z.string().optional(),
  value: z.union([z.string(), z.boolean()]).optional(),
})

/** The person's settings for one agent, and what it last offered. */
export interface AgentSettings {
  readonly agentId: string
  readonly name: string
  readonly capabilities: Readonly<Record<CapabilityName, boolean>>
  readonly experiments: Readonly<Record<ExperimentName, boolean>>
  readonly defaultConfigOptions: Readonly<Record<string, string | boolean>>
  readonly defaultMode?: string
  /** The person's variables for the agent; absent if the agent has its own entry in `settings.json`. */
  readonly env?: Readonly<Record<string, string>>
  /** The names of the variables that hold keys which the person gave it. */
  readonly keys?: readonly string[]
  /** It is not offered to read files, as it cannot handle the answers. */
  readonly readsByItself?: true
  /** In which of its modes it asks, where that is known. */
  readonly modes?: KnownModes
  /** What it offered when it last ran; absent if it never did. */
  readonly offered?: {
    readonly modes?: SessionModeState
    readonly configOptions?: readonly SessionConfigOption[]
    readonly commands?: readonly AvailableCommand[]
    readonly promptCapabilities?: PromptCapabilities
  }
}
