import type { TurnEvidence } from '../../../src/main/changes/evidence'
import type { ChangeList, ReviewOutcome } from '../../../src/shared/changes/change'
import type { LineVersion } from '../../../src/shared/changes/sharedLines'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ledger } from '../../../src/main/changes/ledger'
import { Review } from '../../../src/main/changes/review/review'
import { SetEvidence, turnOf } from '../../support/setEvidence'

export interface Range {
  readonly threadId: string
  readonly from?: string
  readonly to?: string
}

/** Rejects all that is pending in those turns, as it is listed before. */
export function rejectAll(review: Review, range: Range): ReturnType<Review['decide']> {
  return review.decide({ ...range, act: 'reject', files: review.previewReject(range) })
}

/** A folder with its ledger and review, and short names for actions in it. Thread A is under review. */
export class ReviewedFolder {
  readonly root: string
  readonly ledger: Ledger
  readonly evidence = new SetEvidence()
  readonly review: Review

  /** `root` is a real path. */
  constructor(root: string, storeFolder: string) {
    this.root = root
    this.ledger = new Ledger({
      folder: root,
      storeFolder,
      evidence: this.evidence,
      closed: [],
      home: '/nowhere',
      onReported: () => undefined,
    })
    this.review = new Review(this.ledger)
    this.review.rollForward()
  }

  at = (path: string): string => join(this.root, path)

  write = (path: string, text: string): void => {
    mkdirSync(dirname(this.at(path)), { recursive: true })
    writeFileSync(this.at(path), text)
  }

  text = (path: string): string => readFileSync(this.at(path), 'utf8')

  /** Changes by a thread's agent in one turn, unreported unless the evidence says more. */
  turn = (threadId: string, promptId: string, work: () => void, more: Partial<TurnEvidence> = {}): void => {
    this.evidence.turns = []
    this.ledger.beginTurn({ threadId, promptId })
    work()
    this.evidence.turns = [turnOf(threadId, { promptId, ...more })]
    this.ledger.endTurn({ threadId, promptId })
    this.evidence.turns = []
  }

  /** Changes by somebody while no turn is open. */
  others = (work: () => void): void => {
    work()
    this.ledger.endTurn({ threadId: 'nobody', promptId: 'none' })
  }

  files = (range: Range = { threadId: 'A' }): ChangeList['files'] => this.review.list(range).files

  /** Keeps or rejects the file's current hunks. */
  decide = (
    act: 'keep' | 'reject',
    path: string,
    { hunks, version, range = { threadId: 'A' } }: { hunks?: number[], version?: LineVersion, range?: Range } = {},
  ): ReviewOutcome => {
    const { baseline, current } = this.review.read({ ...range, path: this.at(path) })
    return this.review.decide({ ...range, act, files: [{ path: this.at(path), baseline, current, hunks, version }] })
  }

  /** Undoes a decision about the file: the hunk at that index, or all of it. */
  undoDecision = (state: 'kept' | 'rejected', path: string, hunk?: number): ReviewOutcome => {
    const { baseline, current, decided = [] } = this.review.read({ threadId: 'A', path: this.at(path) })
    const { key } = decided.find(one => one.state === state)!
    return this.review.undoDecision({ threadId: 'A', path: this.at(path), baseline, current, state, key, hunk })
  }

  /** Decisions about the file, by the lines added. */
  decided = (path: string): Record<string, string[]> =>
    Object.fromEntries((this.review.read({ threadId: 'A', path: this.at(path) }).decided ?? [])
      .map(({ state, hunks }) => [state, hunks.map(({ added }) => added.join(''))]))

  restore = (promptId: string, threadId = 'A'): ReviewOutcome =>
    this.review.restore({ threadId, promptId, files: this.review.previewRestore({ threadId, promptId }) })

  /** The operation offered to undo. */
  undo = (): ReviewOutcome | undefined => {
    const last = this.review.lastAct({ threadId: 'A' })
    return last && this.review.undo({ threadId: 'A', operation: last.operation })
  }

  /** All paths below with their contents. */
  shape = (): Record<string, string> => {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const what = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8')
      return [path.slice(this.root.length + 1), what] as const
    })
    return Object.fromEntries(entries)
  }
}
