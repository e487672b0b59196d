import type { ReviewRange } from './reviewRange'
import type { Changes } from './useChanges'
import { inject, type InjectionKey, provide, type Ref } from 'vue'

/** A thread's changes and actions on them. */
interface Reviewing {
  /** All changes of the thread. */
  readonly changes: Changes
  /** Number of changed files, known before they are loaded. */
  readonly count: Readonly<Ref<number>>
  /** Number of pending files, if known. */
  readonly pending: Readonly<Ref<number>>
  /** Opens the review of these turns, optionally at a file. */
  open(range: ReviewRange, path?: string): void
  /** Opens the dialog that restores files to their state before a prompt. */
  restore(promptId: string): void
}

const reviewingKey: InjectionKey<Reviewing> = Symbol('reviewing')

/** Provides the thread's changes to descendants. */
export function provideReviewing(reviewing: Reviewing): void {
  provide(reviewingKey, reviewing)
}

/** `undefined` in a replayed thread. */
export function useReviewing(): Reviewing | undefined {
  return inject(reviewingKey, undefined)
}
