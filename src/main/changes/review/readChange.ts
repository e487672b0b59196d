import type { ChangeTexts, DecidedChanges, FileFact } from '../../../shared/changes/change'
import type { FileReview } from './fileReview'
import type { ReviewContext } from './reviewContext'
import type { Texts } from './texts'
import { computeHunks } from '../../../shared/changes/hunks'
import { findSharedLines, type SharedTexts } from '../../../shared/changes/sharedLines'
import { type FileState, parseState } from '../fileState'
import { computeUndoableStates } from './decide/undoableStates'

/**
 * Reads a file's texts from its baseline to now, or from its earlier state if everything is decided. The caller looks
 * up `past`.
 */
export function readChange(context: ReviewContext, review: FileReview, past: ChangeTexts['past']): ChangeTexts {
  const { texts } = context.thread
  const isDecided = review.baseline === review.current
  const [old, fresh] = [parseState(isDecided ? review.origin : review.baseline), parseState(review.current)]
  const [before, after] = toShownTexts(texts, old, fresh)
  const facts = getFileFacts(texts, old, fresh)
  const shared = isDecided ? undefined : computeSharedTexts(texts, review)
  const decided = listDecidedChanges(context, review)
  return {
    ...before !== undefined && { before },
    ...after !== undefined && { after },
    baseline: review.baseline,
    current: review.current,
    ...facts.length > 0 && { facts },
    ...past && { past },
    ...shared && { shared: findSharedLines(shared) },
    ...decided.length > 0 && { decided },
  }
}

/** Returns `undefined` if nobody else changed the agent's lines, or the file can't be compared by lines. */
export function computeSharedTexts(texts: Texts, { baseline, current, shared }: FileReview): SharedTexts | undefined {
  if (!shared)
    return undefined
  const found = texts.decode(...[baseline, current, shared.agents, shared.others].map(parseState))
  if (!found)
    return undefined
  const [before, after, agents, others] = found as [string, string, string, string] // one for each state
  return { before, after, agents, others }
}

function listDecidedChanges(context: ReviewContext, review: FileReview): DecidedChanges[] {
  const { texts } = context.thread
  const { kept, rejected } = computeUndoableStates(context, review)
  const hunks = (before: string, after: string): DecidedChanges['hunks'] => {
    const [old, fresh] = texts.decode(parseState(before), parseState(after)) ?? []
    return old === undefined || fresh === undefined ? [] : computeHunks(old, fresh)
  }
  return [
    ...kept === undefined ? [] : [{ state: 'kept' as const, key: kept, hunks: hunks(kept, review.baseline) }],
    ...rejected === undefined ? [] : [{ state: 'rejected' as const, key: rejected, hunks: hunks(review.current, rejected) }],
  ]
}

function getFileFacts(texts: Texts, before: FileState, after: FileState): FileFact[] {
  const modes = [before, after].flatMap(state => 'mode' in state ? [state.mode] : [])
  const [from, to] = [readLinkTarget(texts, before), readLinkTarget(texts, after)]
  const [was, is] = texts.differingEncodings(before, after) ?? []
  return [
    ...modes.length === 2 && modes[0] !== modes[1] ? [{ kind: 'mode' as const, before: modes[0]!, after: modes[1]! }] : [],
    ...from === undefined && to === undefined
      ? []
      : [{ kind: 'link' as const, ...from !== undefined && { before: from }, ...to !== undefined && { after: to } }],
    ...was === undefined || is === undefined ? [] : [{ kind: 'encoding' as const, before: was, after: is }],
  ]
}

function readLinkTarget(texts: Texts, state: FileState): string | undefined {
  return state.kind === 'link' ? texts.read(state.hash)?.toString('utf8') : undefined
}

function toShownTexts(
  texts: Texts,
  ...states: readonly [FileState, FileState]
): readonly (string | null | undefined)[] {
  const isShown = ({ kind }: FileState): boolean => kind !== 'absent' && kind !== 'link'
  const found = texts.decode(...states.filter(isShown))
  return states.map(state => isShown(state) ? found?.[found.length === 1 ? 0 : states.indexOf(state)] : null)
}
