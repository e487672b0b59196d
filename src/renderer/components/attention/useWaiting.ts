import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, nextTick, type Ref, shallowRef } from 'vue'
import { countWaiting } from '../../../shared/contract/threadNews'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { provideWantedQuestion } from '../../composables/wantedQuestion'
import { report } from '../../report'
import { findNextThreadId } from '../threads/findNextThreadId'
import { attentionWords as words } from './words'

/** Requests in all threads that wait for the person. */
interface Waiting {
  readonly count: Readonly<Ref<number>>
  /** Opens the next thread with a waiting request, wrapping around, and focuses the request. */
  readonly goToNext: () => void
}

const key: InjectionKey<Waiting> = Symbol('waiting')

/** Counts waiting requests and provides the count to descendants. */
export function provideWaiting({ threads, openId, openThread }: {
  threads: Readonly<Ref<readonly ThreadSummary[]>>
  openId: Readonly<Ref<string | undefined>>
  openThread: (threadId: string) => void
}): Waiting {
  const count = computed(() => threads.value.reduce((sum, thread) => sum + countWaiting(thread), 0))
  const wanted = provideWantedQuestion()

  function goToNext(): void {
    // Includes the open thread as the starting point.
    const stops = threads.value.filter(thread => countWaiting(thread) > 0 || thread.threadId === openId.value)
    const next = count.value === 0 ? undefined : findNextThreadId(stops, openId.value, 1)
    if (next === undefined)
      return
    openThread(next)
    nextTick(() => wanted.value = next).catch(report) // after the thread has set its initial focus
  }

  useAction({ id: 'nextWaiting', name: words.nextWaiting, keys: shortcuts.nextWaiting, run: goToNext })
  const waiting = { count, goToNext }
  provideLocal(key, waiting)
  return waiting
}

/** The provided count; zero without a provider, as in component tests. */
export function useWaiting(): Waiting {
  return injectLocal(key, undefined) ?? { count: shallowRef(0), goToNext: () => undefined }
}
