import type { AgentDefinition } from '../../agents/agentDefinition'
import type { ThreadServices } from '../threadServices'
import { HostError } from '../../../shared/errors'
import { agentLaunch, isTrusted } from './agentLaunch'
import { checkedFolders } from './checkedFolders'

type TrustServices = Pick<ThreadServices, 'store' | 'dataFolder' | 'environment' | 'environmentReady'>

/** Whether the agent would start in this folder without a question. Where that cannot be told, it would not. */
export async function isTrustedPlace(
  { findAgent, folder: typed }: { findAgent: () => AgentDefinition, folder: string },
  { store, environmentReady, ...checks }: TrustServices,
): Promise<boolean> {
  await environmentReady() // which program a name means depends on it
  try {
    const agent = findAgent()
    const { folder } = await checkedFolders({ folder: typed, additionalFolders: [] }, checks)
    return isTrusted(agentLaunch(agent, checks.environment), store.readTrust({ agentId: agent.agentId, folder }))
  }
  catch (error) {
    if (error instanceof HostError)
      return false
    throw error
  }
}
