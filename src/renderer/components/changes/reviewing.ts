import type { ReviewRange } from './reviewRange'
import type { Changes } from './useChanges'
import { inject, type InjectionKey, provide, type Ref } from 'vue'

/** What leads from a thread to its changes. */
interface Reviewing {
  /** Everything that changed in the thread. */
  readonly changes: Changes
  /** How many files that is, also before it is asked for. */
  readonly count: Readonly<Ref<number>>
  /** In how many of them something waits for a decision, as far as is known. */
  readonly pending: Readonly<Ref<number>>
  /** Opens the review of these turns, at a file where that is named. */
  open(range: ReviewRange, path?: string): void
  /** Asks whether the files are to be as they were before that prompt. */
  restore(promptId: string): void
}

const reviewingKey: InjectionKey<Reviewing> = Symbol('reviewing')

/** Offers the review to everything in the thread. */
export function provideReviewing(reviewing: Reviewing): void {
  provide(reviewingKey, reviewing)
}

/** `undefined` where a thread is only played back. */
export function useReviewing(): Reviewing | undefined {
  return inject(reviewingKey, undefined)
}
