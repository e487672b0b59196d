import type { LineVersion } from '../../../../shared/changes/sharedLines'
import type { FileReview } from '../fileReview'
import type { ReviewedThread } from '../reviewedThread'
import type { SkippedFile } from './skipReasons'
import { applySelectedHunks, computeHunks, removeHunks } from '../../../../shared/changes/hunks'
import { applyVersion, findSharedLines } from '../../../../shared/changes/sharedLines'
import { type FileState, parseState, toStateKey } from '../../fileState'
import { computeSharedTexts } from '../readChange'
import { createTransfer } from '../transferState'
import { skipReasons } from './skipReasons'

/** A decision about one file: everything pending, or some hunks, with the states that the person saw. */
export interface Decision {
  readonly baseline: string
  readonly current: string
  readonly hunks?: readonly number[] | undefined
  /** Whose lines to keep in a hunk that others changed too. */
  readonly version?: LineVersion | undefined
}

/** The resulting baseline, and the resulting file if it changes; or why the file is skipped. */
type Decided = { readonly state: FileState, readonly file?: FileState } | Pick<SkippedFile, 'why' | 'words'>

/** Computes the file after a rejection. */
export function applyReject(thread: ReviewedThread, review: FileReview, decision: Decision): Decided {
  const fault = findStaleReason(review, decision)
  if (fault)
    return fault
  const { texts } = thread
  const [baseline, current] = [parseState(review.baseline), parseState(review.current)]
  if (!texts.isKept(baseline) || !texts.isKept(current))
    return { why: 'unkept', words: current.kind === 'unkept' || baseline.kind === 'unkept' ? skipReasons.unkept : skipReasons.lost }
  const hunks = selectHunks(thread, review, decision.hunks)
  if (hunks === 'all' && review.shared && decision.hunks === undefined) {
    const isText = texts.decode(baseline, current) !== undefined
    return { why: 'changedMeanwhile', words: isText ? skipReasons.shared : skipReasons.sharedWhole }
  }
  if (review.shared && decision.hunks?.some(hunk => isShared(thread, review, hunk)))
    return { why: 'changedMeanwhile', words: skipReasons.shared }
  if (hunks === 'all')
    return { state: baseline }
  if (hunks === undefined || current.kind !== 'file')
    return { why: 'stale', words: skipReasons.stale }
  const made = removeHunks(hunks.before, hunks.after, hunks.places)
  return { state: texts.make(made, { parts: [baseline, current], mode: current.mode }) }
}

/**
 * Computes the thread's baseline after keeping. `whole` reviews the file across all turns of the thread; the kept
 * changes of the reviewed turns are applied to its baseline.
 */
export function applyKeep(thread: ReviewedThread, { review, whole, decision }: {
  review: FileReview
  whole: FileReview
  decision: Decision
}): Decided {
  const fault = findStaleReason(review, decision)
  if (fault)
    return fault
  if (decision.version !== undefined)
    return resolveShared(thread, { review, whole, decision, version: decision.version })
  const hunks = selectHunks(thread, review, decision.hunks)
  const baseline = parseState(review.baseline)
  if (hunks === undefined || (hunks !== 'all' && baseline.kind !== 'file'))
    return { why: 'stale', words: skipReasons.stale }
  const after = hunks === 'all'
    ? review.current
    : toStateKey(thread.texts.make(applySelectedHunks(hunks.before, hunks.after, hunks.places), {
        parts: [baseline, parseState(review.current)],
        mode: baseline.kind === 'file' ? baseline.mode : 0,
      }))
  const { state, isWhole } = createTransfer(thread.texts)({ before: review.baseline, after, onto: whole.baseline })
  return isWhole ? { state: parseState(state) } : { why: 'failed', words: skipReasons.notWhole }
}

/**
 * Resolves a shared hunk to the agent's lines, the others' or both, in file and baseline, so that nothing stays
 * pending.
 */
function resolveShared(thread: ReviewedThread, { review, whole, decision: { hunks = [] }, version }: {
  review: FileReview
  whole: FileReview
  decision: Decision
  version: LineVersion
}): Decided {
  const { texts } = thread
  const [baseline, current] = [parseState(review.baseline), parseState(review.current)]
  const shared = computeSharedTexts(texts, review)
  const made = shared && hunks.length === 1 ? applyVersion(shared, hunks[0]!, version) : undefined
  if (!made || baseline.kind !== 'file' || current.kind !== 'file')
    return { why: 'stale', words: skipReasons.stale }
  const parts = [baseline, current]
  const before = texts.make(made.before, { parts, mode: baseline.mode })
  const file = texts.make(made.after, { parts, mode: current.mode })
  const { state, isWhole } = createTransfer(texts)({
    before: review.baseline,
    after: toStateKey(before),
    onto: whole.baseline,
  })
  return isWhole ? { state: parseState(state), file } : { why: 'failed', words: skipReasons.notWhole }
}

/** A shared hunk needs a choice of version. */
function isShared({ texts }: ReviewedThread, review: FileReview, hunk: number): boolean {
  const shared = computeSharedTexts(texts, review)
  return !shared || findSharedLines(shared).some(({ hunks }) => hunks.includes(hunk))
}

function findStaleReason(
  review: FileReview,
  { baseline, current }: Decision,
): Pick<SkippedFile, 'why' | 'words'> | undefined {
  if (review.isPast)
    return { why: 'stale', words: skipReasons.past }
  const isStale = review.baseline !== baseline || review.current !== current || baseline === current || review.agent === undefined
  return isStale ? { why: 'stale', words: skipReasons.stale } : undefined
}

interface ChosenHunks {
  readonly before: string
  readonly after: string
  readonly places: readonly number[]
}

/** Selects hunks by index; `undefined` if one does not exist. */
function selectHunks(
  { texts }: ReviewedThread,
  review: FileReview,
  places: readonly number[] | undefined,
): ChosenHunks | 'all' | undefined {
  if (places === undefined)
    return 'all'
  const [before, after] = texts.decode(parseState(review.baseline), parseState(review.current)) ?? []
  if (before === undefined || after === undefined || places.length === 0)
    return undefined
  const count = computeHunks(before, after).length
  if (places.some(place => place >= count))
    return undefined
  return new Set(places).size === count ? 'all' : { before, after, places }
}
