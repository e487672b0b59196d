import type { AgentDefinition } from '../agentDefinition'
import { inheritedEnvironment } from '../../system/environment/inheritedEnvironment'
import { ownerVariable } from '../../system/process/processTree'

/** The person's own environment (their tools and credentials are the point), the agent's, and the mark by which its processes are found. */
export function agentEnvironment({ agent, environment, owner }: {
  agent: AgentDefinition
  environment: NodeJS.ProcessEnv
  owner: string
}): NodeJS.ProcessEnv {
  return { ...inheritedEnvironment(environment), ...agent.env, ...agent.keys, [ownerVariable]: owner }
}
