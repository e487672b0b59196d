import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { DiffLayout } from '../diff/useDiffLayout'
import type { Comments } from './comments/useComments'
import type { Deciding, Decision } from './decide/useDeciding'
import type { ReviewRange } from './reviewRange'
import type { Changes } from './useChanges'
import { inject, type InjectionKey, provide, type Ref, type ShallowRef } from 'vue'

/** A position in a review: a file, and the index of a hunk, which may exceed the file's hunks. */
export interface ReviewPlace {
  readonly path: string
  readonly hunk: number
}

/** Actions of a file drawn in the review. */
interface ShownFile {
  readonly hunks: () => number
  readonly decide: (act: Decision, hunk?: number) => void
  readonly comment: (hunk: number) => void
  readonly focus: (hunk: number) => void
}

/** State shared by the parts of a review. */
export interface Review {
  readonly thread: () => ThreadSummary
  readonly range: () => ReviewRange
  /** Widens the review to more turns, starting at this file. */
  readonly widen: (scope: 'since' | 'thread', path: string) => void
  readonly changes: Changes
  readonly deciding: Deciding
  readonly comments: Comments
  readonly layout: Ref<DiffLayout>
  /** False while buttons move, as an agent's changes may move them under the pointer. */
  readonly takesAnswers: Readonly<ShallowRef<boolean>>
  /** The file and hunk that keys act on. */
  readonly place: ShallowRef<ReviewPlace | undefined>
  /** Drawn files by path. */
  readonly shown: Map<string, ShownFile>
  /** Paths of folded files. */
  readonly folded: ShallowRef<ReadonlySet<string>>
}

const reviewKey: InjectionKey<Review> = Symbol('review')

/** Provides the review to descendants. */
export function provideReview(review: Review): void {
  provide(reviewKey, review)
}

/** The enclosing review. */
export function useReview(): Review {
  const review = inject(reviewKey)
  if (!review)
    throw new Error('useReview() needs provideReview() in a component above')
  return review
}
