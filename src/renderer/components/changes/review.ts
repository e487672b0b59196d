import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { DiffLayout } from '../diff/useDiffLayout'
import type { Comments } from './comments/useComments'
import type { Deciding, Decision } from './decide/useDeciding'
import type { ReviewRange } from './reviewRange'
import type { Changes } from './useChanges'
import { inject, type InjectionKey, provide, type Ref, type ShallowRef } from 'vue'

/** A position in a review: a file and the index of a hunk, which may exceed the hunks it has. */
export interface ReviewPlace {
  readonly path: string
  readonly hunk: number
}

/** What can be done with a file while it is drawn. */
interface ShownFile {
  readonly hunks: () => number
  readonly decide: (act: Decision, hunk?: number) => void
  readonly comment: (hunk: number) => void
  readonly focus: (hunk: number) => void
}

/** What the parts of a review share. */
export interface Review {
  readonly thread: () => ThreadSummary
  readonly range: () => ReviewRange
  /** Reviews more turns, beginning at this file. */
  readonly widen: (scope: 'since' | 'thread', path: string) => void
  readonly changes: Changes
  readonly deciding: Deciding
  readonly comments: Comments
  readonly layout: Ref<DiffLayout>
  /** Buttons that decide stand where they stood: an agent may move them. */
  readonly takesAnswers: Readonly<ShallowRef<boolean>>
  /** Where the keys work. */
  readonly place: ShallowRef<ReviewPlace | undefined>
  /** The files that are drawn just now, by path. */
  readonly shown: Map<string, ShownFile>
  /** Paths of files that are folded. */
  readonly folded: ShallowRef<ReadonlySet<string>>
}

const reviewKey: InjectionKey<Review> = Symbol('review')

/** Provides the review to descendants. */
export function provideReview(review: Review): void {
  provide(reviewKey, review)
}

/** The review that this is a part of. */
export function useReview(): Review {
  const review = inject(reviewKey)
  if (!review)
    throw new Error('useReview() needs provideReview() in a component above')
  return review
}
