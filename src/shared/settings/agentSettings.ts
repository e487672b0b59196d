import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import { z } from 'zod'

/** What can be switched off for an agent. */
export const capabilityNames = ['fs', 'terminal', 'elicitation'] as const
export type CapabilityName = typeof capabilityNames[number]

/** What can be switched on for an agent though it is not in stable ACP. */
export const experimentNames = ['fork'] as const
export type ExperimentName = typeof experimentNames[number]

/** A default of an agent's: for a config option, or for its mode where it has no such option. `undefined` takes it back. */
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
  /** Variables that the person gives an agent which has no entry of its own; absent for one that has. */
  readonly env?: Readonly<Record<string, string>>
  /** Reading files is not offered to it, for it cannot deal with the answers. */
  readonly readsByItself?: true
  /** What it offered when it last ran; absent where it never did. */
  readonly offered?: { readonly modes?: SessionModeState, readonly configOptions?: readonly SessionConfigOption[] }
}
