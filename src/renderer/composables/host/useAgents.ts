import type { AgentListing } from '../../../shared/contract/contract'
import type { HostConnection } from '../../../shared/rpc'
import { onScopeDispose, shallowRef } from 'vue'

/** The agents that can be picked, the person's own first, kept up to date. */
export function useAgents({ host, on }: HostConnection) {
  const agents = shallowRef<readonly AgentListing[]>([])
  const failed = shallowRef<unknown>()
  const show = (list: readonly AgentListing[]) => agents.value = ownFirst(list)
  onScopeDispose(on('agentsChanged', show))

  async function load(): Promise<void> {
    try {
      show(await host.listAgents({}))
      failed.value = undefined
    }
    catch (error) {
      failed.value = error
    }
  }
  void load()
  return { agents, failed, load }
}

/** Agents of `settings.json` before the built-in ones, each group in the host's order. */
export function ownFirst(list: readonly AgentListing[]): AgentListing[] {
  return [...list.filter(agent => agent.source === 'settings'), ...list.filter(agent => agent.source !== 'settings')]
}
