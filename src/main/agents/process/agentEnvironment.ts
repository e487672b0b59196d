import type { AgentDefinition } from '../agentDefinition'
import { ownerVariable } from '../../system/process/processTree'

// Set by us or by Electron for our own process; an agent would misbehave under them. What was configured for the agent itself stays.
const ours = /^(PARLEY_|ELECTRON_|NODE_OPTIONS$)/i

/** The person's own environment (their tools and credentials are the point), the agent's, and the mark by which its processes are found. */
export function agentEnvironment({ agent, environment, owner }: {
  agent: AgentDefinition
  environment: NodeJS.ProcessEnv
  owner: string
}): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(inherited), ...agent.env, [ownerVariable]: owner }
}
