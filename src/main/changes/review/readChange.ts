import type { ChangeTexts } from '../../../shared/changes/change'
import type { FileReview } from './fileReview'
import type { Texts } from './texts'
import { type FileState, stateOf } from '../fileState'

/** The texts of one file: what is pending in it; of one about which all is decided, what it was before. */
export function readChange(texts: Texts, review: FileReview): ChangeTexts {
  const isDecided = review.baseline === review.current
  const [before, after] = [textOf(texts, stateOf(isDecided ? review.origin : review.baseline)), textOf(texts, stateOf(review.current))]
  return {
    ...before !== undefined && { before },
    ...after !== undefined && { after },
    baseline: review.baseline,
    current: review.current,
    ...review.isPast && { isPast: true },
  }
}

function textOf(texts: Texts, state: FileState): string | null | undefined {
  return state.kind === 'absent' ? null : texts.textOf(state)
}
