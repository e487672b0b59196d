import type { AgentListing } from '../../../shared/contract/agentListing'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, shallowRef } from 'vue'
import { useLastText } from '../../composables/useLastChoices'
import { firstAgent } from '../agents/firstAgent'

/** What the choice of an agent starts from. */
export interface AgentChoices {
  readonly agents: readonly AgentListing[]
  /** The agent that a menu asked for, and the one that the shell was told. */
  readonly askedAgent: string | undefined
  readonly preselected: string | undefined
  /** A thread to be continued with another agent. */
  readonly continued: ThreadSummary | undefined
}

/** The agent to start: the one that the person picked, otherwise the one that is likeliest meant. */
export function useChosenAgent(choices: () => AgentChoices) {
  const lastAgent = useLastText('lastAgent')
  const picked = shallowRef<string>()

  const agent = computed(() => {
    const { agents, askedAgent, preselected, continued } = choices()
    const others = agents.filter(({ agentId }) => agentId !== continued?.agentId)
    return agents.find(({ agentId }) => agentId === picked.value) ?? firstAgent(others, [askedAgent, preselected, lastAgent.value])
  })

  /** Next time this agent is the first choice. */
  function remember(agentId: string): void {
    lastAgent.value = agentId
  }

  return { agent, picked, remember }
}
