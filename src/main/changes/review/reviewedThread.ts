import type { KeptBaseline } from '../store/baselineTable'
import type { Contents } from '../store/contents'
import type { Operation, Rejection } from '../store/operationTable'
import type { Version } from '../store/versionTable'
import type { ReviewTables } from './reviewTables'
import { type ChangedBy, isByAgent } from '../../../shared/changes/change'
import { type Baseline, computeBaseline, type FileEvent } from '../../../shared/changes/computeBaseline'
import { getAuthorFor } from '../authorFor'
import { MergeCache } from './mergeCache'
import { Texts } from './texts'
import { createTransfer } from './transferState'

/** A thread's view of a folder's history, for the duration of one call. */
export class ReviewedThread {
  readonly threadId: string
  readonly texts: Texts
  readonly #operations: ReadonlyMap<number, Operation>
  readonly #kept: ReadonlyMap<string, readonly KeptBaseline[]>
  readonly #readRejections: () => readonly Rejection[]
  #rejections: ReadonlyMap<string, readonly Rejection[]> | undefined

  constructor(contents: Contents, { baselines, operations }: ReviewTables, threadId: string, merges = new MergeCache()) {
    this.threadId = threadId
    this.texts = new Texts(contents, merges)
    this.#operations = new Map(operations.of(threadId).map(operation => [operation.id, operation]))
    this.#readRejections = () => operations.rejections(threadId)
    const restored = groupByPath(operations.restored(threadId))
    // A restore to an earlier mark discards what was kept after it.
    this.#kept = groupByPath(baselines.of(threadId).filter(({ path, seq, operation }) =>
      !restored.get(path)?.some(restore => restore.operation > operation && restore.first < seq)))
  }

  /**
   * The file without the agent's unkept changes in these versions of one path; `undefined` if it made none. `isAll`:
   * these are all versions, so an earlier kept baseline is their start. `without`: an operation to ignore.
   */
  baseline(versions: readonly Version[], isAll: boolean, without?: number): Baseline | undefined {
    const kept = this.keptBaselines(versions[0]?.path ?? '').filter(({ operation }) => operation !== without)
    const events = this.#events(versions, kept)
    return computeBaseline(isAll ? startAtLastKept(events) : events, createTransfer(this.texts))
  }

  /** Like `baseline`, but also without kept changes. */
  origin(versions: readonly Version[]): Baseline | undefined {
    return computeBaseline(this.#events(versions, []), createTransfer(this.texts))
  }

  /**
   * The version (at most `last`) up to which this path's history no longer affects what is pending: the last one before
   * the agent's next change after a complete decision, or one with a kept baseline.
   */
  neededAfter(versions: readonly Version[], last: number): { readonly seq: number, readonly isSettled: boolean } {
    const agents = versions.filter(version => this.isAgents(version))
    const kept = this.keptBaselines(versions[0]?.path ?? '')
    const settled = this.#settledAt(versions, kept, last)
    const next = agents.find(({ seq }) => seq > settled)
    const until = Math.min(last, next ? next.seq - 1 : last)
    const begins = kept.findLast(({ seq }) => seq <= last && seq > until && seq < (agents.at(-1)?.seq ?? 0))
    return begins ? { seq: begins.seq, isSettled: false } : { seq: until, isSettled: true }
  }

  /** The last version up to `last` after which nothing was pending; 0 if there is none. */
  #settledAt(versions: readonly Version[], kept: readonly KeptBaseline[], last: number): number {
    const events = startAtLastKept(this.#events(versions, kept))
    const decided = new Set(events.flatMap(({ by, seq }) => by === 'agent' || by === 'other' || seq > last ? [] : [seq]))
    return [...decided].reverse().find((point) => {
      const next = events.find(({ by, seq }) => seq > point && by !== 'other')
      if (next !== undefined && next.by !== 'agent')
        return false // the decision may have been undone
      const until = events.filter(({ seq }) => seq <= point)
      const current = versions.findLast(({ seq }) => seq <= point)?.after ?? versions[0]?.before
      return computeBaseline(until, createTransfer(this.texts))?.state === current
    }) ?? 0
  }

  /** Kept baselines of a file, oldest first. */
  keptBaselines(path: string): readonly KeptBaseline[] {
    return this.#kept.get(path) ?? []
  }

  /** Rejections and restores of a file that are still in effect, newest first. */
  rejectionsFor(path: string): readonly Rejection[] {
    this.#rejections ??= groupByPath(this.#readRejections())
    return this.#rejections.get(path) ?? []
  }

  isAgents({ author, threadId }: Version): boolean {
    return isByAgent(author) && threadId === this.threadId
  }

  /** Whether the person made the version while reviewing this thread. */
  isReview({ operation, threadId }: Version): boolean {
    return operation !== undefined && threadId === this.threadId
  }

  /** Whether the person chose between the agent's lines and others', or undid that choice. */
  isChoice(version: Version): boolean {
    return this.#effectiveAct(version) === 'choose'
  }

  /**
   * The file as if nothing had been rejected in these versions of one path. `undefined` if nothing was, or if the
   * result is unknown because a restore was partly undone.
   */
  unrejected(versions: readonly Version[]): string | undefined {
    const acts = versions.map(version => this.isReview(version) ? this.#effectiveAct(version) : undefined)
    if (!acts.includes('reject') || acts.includes('restore'))
      return undefined
    const transfer = createTransfer(this.texts)
    // An undo without an operation undid a rejection piece by piece.
    const others = versions.filter((_version, place) => acts[place] !== 'reject' && acts[place] !== 'undo')
    return others.reduce((onto, { before, after }) => transfer({ before, after, onto, isStronger: true }).state, versions[0]!.before)
  }

  /** The author from this thread's point of view. */
  authorOf(version: Version): ChangedBy {
    return getAuthorFor(this.threadId, version)
  }

  #events(versions: readonly Version[], kept: readonly KeptBaseline[]): FileEvent[] {
    const events: FileEvent[] = versions.map(({ seq, before, after }, place) => ({ seq, before, after, by: this.#by(versions[place]!) }))
    if (kept.length === 0)
      return events
    events.push(...kept.map(({ seq, before, state }) => ({ seq, before, after: state, by: 'keep' as const })))
    // The sort is stable, so a kept baseline comes after the version that was the last at that time.
    return events.sort((left, right) => left.seq - right.seq)
  }

  /** The act of a version: a decision of the person, or an undo of one. */
  #effectiveAct({ operation }: Version): Operation['act'] | undefined {
    const { act, undoes } = this.#operations.get(operation ?? 0) ?? {}
    return act === 'undo' && undoes !== undefined ? this.#operations.get(undoes)?.act : act
  }

  /** Whether an operation is still in effect for a path, because an undo may cover only some of its files. */
  #isInEffect({ id, isDone, isUndone }: Operation, path: string): boolean {
    return !isUndone && (!isDone || this.rejectionsFor(path).some(({ operation }) => operation.id === id))
  }

  #by(version: Version): FileEvent['by'] {
    if (this.isReview(version)) {
      const operation = this.#operations.get(version.operation ?? 0)
      const isRejection = operation?.act === 'reject' || operation?.act === 'restore'
      return isRejection && this.#isInEffect(operation, version.path) ? 'rejected' : 'review'
    }
    return this.isAgents(version) ? 'agent' : 'other'
  }
}

/** Starts history at the last kept baseline before the agent's first change, because decided versions are pruned. */
function startAtLastKept(events: readonly FileEvent[]): readonly FileEvent[] {
  const first = events.findIndex(({ by }) => by === 'agent')
  const begin = events.slice(0, Math.max(first, 0)).findLastIndex(({ by }) => by === 'keep')
  return begin < 0 ? events : [{ ...events[begin]!, by: 'begin' }, ...events.slice(begin + 1)]
}

/** Groups items by path, in the order of each group's first item. */
export function groupByPath<T extends { readonly path: string }>(items: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.path)
    if (group)
      group.push(item)
    else
      groups.set(item.path, [item])
  }
  return groups
}
