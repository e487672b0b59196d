import type { AgentCapabilities } from '@agentclientprotocol/sdk/unstable'

/** Whether the agent says that it can copy a session. That is not in stable ACP, nor in its types. */
export function canFork({ sessionCapabilities }: AgentCapabilities): boolean {
  return sessionCapabilities?.fork != null
}
