import type { Ref } from 'vue'
import { useLastChoice } from '../../composables/useLastChoices'

/** How the two sides of a change stand to each other. */
export type DiffLayout = 'side' | 'unified'

/** What the person chose last: a review has the whole window, a diff in the conversation a column of it. */
export function useDiffLayout(place: 'review' | 'thread'): Ref<DiffLayout> {
  return useLastChoice(`${place}Layout`, place === 'review' ? ['side', 'unified'] : ['unified', 'side'])
}
