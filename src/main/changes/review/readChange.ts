import type { ChangeTexts, DecidedChanges, FileFact } from '../../../shared/changes/change'
import type { FileReview } from './fileReview'
import type { ReviewGround } from './reviewContext'
import type { Texts } from './texts'
import { hunksOf } from '../../../shared/changes/hunks'
import { sharedLines, type SharedTexts } from '../../../shared/changes/sharedLines'
import { type FileState, stateOf } from '../fileState'
import { decidedOf } from './decide/undoableStates'

/**
 * The texts of one file, from its baseline to now; once all is decided, from what it was before. `past` is found by the
 * caller.
 */
export function readChange(ground: ReviewGround, review: FileReview, past: ChangeTexts['past']): ChangeTexts {
  const { texts } = ground.thread
  const isDecided = review.baseline === review.current
  const [old, fresh] = [stateOf(isDecided ? review.origin : review.baseline), stateOf(review.current)]
  const [before, after] = shownTexts(texts, old, fresh)
  const facts = factsOf(texts, old, fresh)
  const shared = isDecided ? undefined : sharedTexts(texts, review)
  const decided = decidedChanges(ground, review)
  return {
    ...before !== undefined && { before },
    ...after !== undefined && { after },
    baseline: review.baseline,
    current: review.current,
    ...facts.length > 0 && { facts },
    ...past && { past },
    ...shared && { shared: sharedLines(shared) },
    ...decided.length > 0 && { decided },
  }
}

/** `undefined` where nobody else changed what the agent changed, or the file cannot be compared line by line. */
export function sharedTexts(texts: Texts, { baseline, current, shared }: FileReview): SharedTexts | undefined {
  if (!shared)
    return undefined
  const found = texts.textsOf(...[baseline, current, shared.agents, shared.others].map(stateOf))
  if (!found)
    return undefined
  const [before, after, agents, others] = found as [string, string, string, string] // one of each
  return { before, after, agents, others }
}

function decidedChanges(ground: ReviewGround, review: FileReview): DecidedChanges[] {
  const { texts } = ground.thread
  const { kept, rejected } = decidedOf(ground, review)
  const hunks = (before: string, after: string): DecidedChanges['hunks'] => {
    const [old, fresh] = texts.textsOf(stateOf(before), stateOf(after)) ?? []
    return old === undefined || fresh === undefined ? [] : hunksOf(old, fresh)
  }
  return [
    ...kept === undefined ? [] : [{ state: 'kept' as const, key: kept, hunks: hunks(kept, review.baseline) }],
    ...rejected === undefined ? [] : [{ state: 'rejected' as const, key: rejected, hunks: hunks(review.current, rejected) }],
  ]
}

function factsOf(texts: Texts, before: FileState, after: FileState): FileFact[] {
  const modes = [before, after].flatMap(state => 'mode' in state ? [state.mode] : [])
  const [from, to] = [linkOf(texts, before), linkOf(texts, after)]
  const [was, is] = texts.encodingsOf(before, after) ?? []
  return [
    ...modes.length === 2 && modes[0] !== modes[1] ? [{ kind: 'mode' as const, before: modes[0]!, after: modes[1]! }] : [],
    ...from === undefined && to === undefined
      ? []
      : [{ kind: 'link' as const, ...from !== undefined && { before: from }, ...to !== undefined && { after: to } }],
    ...was === undefined || is === undefined ? [] : [{ kind: 'encoding' as const, before: was, after: is }],
  ]
}

function linkOf(texts: Texts, state: FileState): string | undefined {
  return state.kind === 'link' ? texts.bytesOf(state.hash)?.toString('utf8') : undefined
}

function shownTexts(texts: Texts, ...states: readonly [FileState, FileState]): readonly (string | null | undefined)[] {
  const isShown = ({ kind }: FileState): boolean => kind !== 'absent' && kind !== 'link'
  const found = texts.textsOf(...states.filter(isShown))
  return states.map(state => isShown(state) ? found?.[found.length === 1 ? 0 : states.indexOf(state)] : null)
}
