import type { Ref } from 'vue'
import { useLastChoice } from '../../composables/useLastChoices'

/** Two sides, or unified. */
export type DiffLayout = 'side' | 'unified'

/** The last chosen layout. Reviews and threads have separate ones, as a review is as wide as the window. */
export function useDiffLayout(place: 'review' | 'thread'): Ref<DiffLayout> {
  return useLastChoice(`${place}Layout`, place === 'review' ? ['side', 'unified'] : ['unified', 'side'])
}
