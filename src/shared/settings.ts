import { z } from 'zod'

/** One agent of `settings.json`, in the shape that other ACP clients use. */
export const agentServerSchema = z.looseObject({
  type: z.literal('custom').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
})
/** One entry of `agent_servers`, checked. */
export type AgentServer = z.infer<typeof agentServerSchema>

/** An agent of the person's own, as the form edits it. */
export const ownAgentSchema = z.object({
  name: z.string().trim().min(1).max(100),
  command: z.string().trim().min(1).max(10_000),
  args: z.array(z.string().max(100_000)).max(1000),
  env: z.record(z.string(), z.string().max(100_000)),
})
export type OwnAgent = z.infer<typeof ownAgentSchema>

/** Something in `settings.json` that cannot be used; the rest of the file still works. */
export interface SettingsFault {
  /** 1-based line, where it is known. */
  readonly line?: number
  /** The key's path, such as `agent_servers.Kimi.args`. */
  readonly key?: string
  /** What is wrong and what would be right. */
  readonly message: string
}

/** What Parley takes from `settings.json`. */
export interface Settings {
  readonly agentServers: Readonly<Record<string, AgentServer>>
  /** Agents of the catalogue that the person does not want to see, by their ids in the registry; empty when absent. */
  readonly hiddenAgents?: readonly string[]
  readonly faults: readonly SettingsFault[]
}
