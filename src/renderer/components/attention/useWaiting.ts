import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, nextTick, type Ref, shallowRef } from 'vue'
import { countWaiting } from '../../../shared/contract/threadNews'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { provideWantedQuestion } from '../../composables/wantedQuestion'
import { report } from '../../report'
import { nextThreadId } from '../threads/nextThreadId'
import { attentionWords as words } from './words'

/** What waits for the person in all threads, and the way to it. */
interface Waiting {
  readonly count: Readonly<Ref<number>>
  /** Opens the next thread in which something waits, round and round, and leads the keyboard to its question. */
  readonly goToNext: () => void
}

const key: InjectionKey<Waiting> = Symbol('waiting')

/** Counts what waits, and provides the count to descendants. */
export function provideWaiting({ threads, openId, openThread }: {
  threads: Readonly<Ref<readonly ThreadSummary[]>>
  openId: Readonly<Ref<string | undefined>>
  openThread: (threadId: string) => void
}): Waiting {
  const count = computed(() => threads.value.reduce((sum, thread) => sum + countWaiting(thread), 0))
  const wanted = provideWantedQuestion()

  function goToNext(): void {
    // The open thread says where in the list to begin.
    const stops = threads.value.filter(thread => countWaiting(thread) > 0 || thread.threadId === openId.value)
    const next = count.value === 0 ? undefined : nextThreadId(stops, openId.value, 1)
    if (next === undefined)
      return
    openThread(next)
    nextTick(() => wanted.value = next).catch(report) // once the thread has put the focus where it usually does
  }

  useAction({ id: 'nextWaiting', name: words.nextWaiting, keys: shortcuts.nextWaiting, run: goToNext })
  const waiting = { count, goToNext }
  provideLocal(key, waiting)
  return waiting
}

/** Without a provider above, nothing waits. */
export function useWaiting(): Waiting {
  return injectLocal(key, undefined) ?? { count: shallowRef(0), goToNext: () => undefined }
}
