import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, type ComputedRef, shallowRef, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { useHostState } from '../../composables/host/useHostState'
import { useAction } from '../../composables/useAction'
import { useNavigation } from '../../composables/useNavigation'
import { useProblems } from '../../composables/useProblems'
import { report } from '../../report'
import { threadWords } from './words'

/** Forks a thread if its agent supports that and the agent's experiment is on. */
export function useForkThread(
  thread: () => ThreadSummary,
  canFork: () => boolean,
): { isOffered: ComputedRef<boolean>, startFork: () => void } {
  const { host } = useHost()
  const problems = useProblems()
  const navigation = useNavigation()
  const { state: isOn, failed, load } = useHostState({
    initial: false,
    load: async host => canFork() && (await host.readAgentSettings({ agentId: thread().agentId })).experiments.fork,
    reloadOn: ['agentsChanged'],
  })
  watch(canFork, () => load().catch(report))
  // An agent that is no longer listed has no settings.
  const isOffered = computed(() => canFork() && isOn.value && failed.value === undefined)
  const isForking = shallowRef(false)

  useAction({ id: 'forkThread', name: threadWords.menu.fork, keys: [], run: startFork }, { when: isOffered })

  function startFork(): void {
    fork().catch(report)
  }

  async function fork(): Promise<void> {
    if (isForking.value)
      return
    isForking.value = true
    await problems.run(
      threadWords.failed.fork,
      async () => navigation?.openThread((await host.forkThread({ threadId: thread().threadId })).threadId),
      { canRetry: false },
    )
    isForking.value = false
  }

  return { isOffered, startFork }
}
