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
  readonly faults: readonly SettingsFault[]
}
