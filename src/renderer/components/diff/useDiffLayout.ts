import type { Ref } from 'vue'
import { useLastChoice } from '../../composables/useLastChoices'

/** How the two sides of a change stand to each other. */
export type DiffLayout = 'side' | 'unified'

/** What the person chose last, in a review or at a diff: it holds for both. */
export function useDiffLayout(): Ref<DiffLayout> {
  return useLastChoice('reviewLayout', ['side', 'unified'])
}
