import { fileURLToPath } from 'node:url'

/** How the person's own agent is started: its entry in `settings.json`. */
export interface AgentCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const demoAgentPath = fileURLToPath(new URL('../../../out/main/demoAgent.js', import.meta.url))

/** The Demo agent as the person's own agent, with a pause between its chunks. */
export function pacedDemoAgent(paceMs: number): AgentCommand {
  return { command: process.execPath, args: [demoAgentPath], env: { DEMO_AGENT_PACE_MS: String(paceMs) } }
}
