import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, type ComputedRef, shallowRef, type ShallowRef } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { useAction } from '../../composables/useAction'
import { useProblems } from '../../composables/useProblems'
import { signInWords as words } from './words'

/** The sign-out in a thread's menu, which asks for confirmation. */
export interface SignOut {
  readonly isOffered: ComputedRef<boolean>
  /** Whether the confirmation is open. */
  readonly isAsked: ShallowRef<boolean>
  ask(): void
  confirm(): void
  leave(): void
}

/** Signs a thread's agent out. `canSignOut` tells whether the agent supports that. */
export function useSignOut(thread: () => ThreadSummary, canSignOut: () => boolean): SignOut {
  const { host } = useHost()
  const problems = useProblems()
  const isAsked = shallowRef(false)
  const isOffered = computed(() => canSignOut() && thread().activity.state !== 'sign-in')
  const ask = (): void => void (isAsked.value = true)
  useAction({ id: 'signOut', name: words.signOutOf(thread().agentName), keys: [], run: ask }, { when: isOffered })

  function confirm(): void {
    isAsked.value = false
    problems.start(words.signOutFailed, () => host.signOut({ threadId: thread().threadId }))
  }
  return { isOffered, isAsked, ask, confirm, leave: () => void (isAsked.value = false) }
}
