import { fileURLToPath } from 'node:url'

/** How an agent of the person's own is started: what stands in `settings.json` below its name. */
export interface AgentCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const demoAgentPath = fileURLToPath(new URL('../../../out/main/demoAgent.js', import.meta.url))

/** The Demo agent as an agent of the person's own, with a pause between two pieces of what it says. */
export function pacedDemoAgent(paceMs: number): AgentCommand {
  return { command: process.execPath, args: [demoAgentPath], env: { DEMO_AGENT_PACE_MS: String(paceMs) } }
}
