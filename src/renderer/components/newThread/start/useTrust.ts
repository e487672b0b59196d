import type { AgentListing } from '../../../../shared/contract/agentListing'
import { watchDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { useHost } from '../../../composables/host/useHost'

// Not at every letter of a path that is being typed.
const quietMs = 150

/** Whether the chosen command is trusted in the folder already; nothing while that is not known, or there is nothing to ask about. */
export function useTrust(chosen: () => { readonly agent: AgentListing | undefined, readonly folder: string | undefined }) {
  const { host } = useHost()
  const known = shallowRef<{ readonly question: string, readonly isTrusted: boolean }>()
  const question = computed(() => {
    const { agent, folder = '' } = chosen()
    return agent?.command && folder.trim() !== ''
      ? JSON.stringify({ agentId: agent.agentId, command: agent.command, folder: folder.trim() })
      : ''
  })
  const isTrusted = computed(() => known.value?.question === question.value ? known.value.isTrusted : undefined)

  // The state counts, too: an agent that is there again may be another program.
  watchDebounced([question, () => chosen().agent?.state], ask, { debounce: quietMs, immediate: true })

  async function ask(): Promise<void> {
    const asked = question.value
    if (asked === '')
      return
    // Where it cannot be told, the command is not trusted.
    const answer = await host.isTrusted(JSON.parse(asked) as Parameters<typeof host.isTrusted>[0]).catch(() => false) // its own text
    known.value = { question: asked, isTrusted: answer }
  }

  return { isTrusted }
}
