import type { AgentListing } from '../../../../shared/contract/agentListing'
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { canRun } from './startWords'

/**
 * Installs the chosen agent for a press of "Install and start", and calls `then` once it can run. That is forgotten where the person
 * chooses anything else meanwhile, or the installation fails: it says why in its own place.
 */
export function useInstallFirst({ agent, chosen, then }: {
  agent: () => AgentListing | undefined
  /** What would be started, and where. */
  chosen: Readonly<Ref<string>>
  then: () => void
}) {
  const { host, on } = useHost()
  /** The id of the agent that is to start once it is installed. */
  const awaited = shallowRef<string>()

  onScopeDispose(on('installProgress', ({ agentId, state }) => {
    if (agentId === awaited.value && (state === 'failed' || state === 'cancelled'))
      awaited.value = undefined
  }))
  watch(chosen, () => awaited.value = undefined)
  watch(agent, (agent) => {
    if (!agent || agent.agentId !== awaited.value || !canRun(agent))
      return
    awaited.value = undefined
    then()
  })

  async function installFirst({ agentId }: AgentListing): Promise<void> {
    awaited.value = agentId
    try {
      await host.installAgent({ agentId })
    }
    catch (error) {
      awaited.value = undefined
      throw error
    }
  }

  return { awaited, installFirst }
}
