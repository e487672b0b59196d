import type { LedgerOutcome } from '../../ledgerCalls'
import type { LedgerFolder } from '../../ledgerFolder'
import type { Operation, Step, StepOutcome } from '../../store/operationTable'
import type { ReviewTables } from '../reviewTables'
import type { Texts } from '../texts'
import { dirname, join } from 'node:path'
import { HostError } from '../../../../shared/errors'
import { commitDurably } from '../../../store/durably'
import { createTemporaryName, isTemporaryName } from '../../../workspace/files/unfinishedWrites'
import { absentKey, parseState, toStateKey } from '../../fileState'
import { isVersionControl } from '../../scan/folderRules'
import { type SkippedFile, skipReason, skipReasons } from '../decide/skipReasons'
import { filterStranded, getMovableContent, getRemovedContent, sortRestoringFirst } from '../movedContent'
import { applyStep, syncFolders } from './applyStep'
import { readDiskState } from './diskState'
import { findRenamedFolders, listParentFolders, removeEmptyFolders } from './emptyFolders'

/** A plan for several files. States are `toStateKey`s. */
export interface Plan extends Pick<Operation, 'threadId' | 'act' | 'undoes' | 'first' | 'since'> {
  readonly steps: readonly Pick<Step, 'path' | 'expected' | 'target'>[]
  /**
   * States that cannot be restored although they should be. Steps that would remove the only other copy are skipped.
   */
  readonly missing?: readonly string[]
  /** New baselines by path. If a crash loses one, its file becomes pending again. */
  readonly kept?: ReadonlyMap<string, { readonly before: string, readonly state: string }>
}

/** A plan stored in the journal. */
type Journaled = Omit<Plan, 'steps' | 'missing'> & Pick<Operation, 'id'>

interface StepResult {
  readonly outcome: StepOutcome
  readonly error?: unknown
}

/** A running operation. */
interface Running {
  readonly operation: number
  readonly of: number
  readonly canStop: boolean
  /** Yields after each file. */
  readonly work: Generator<void, void>
  done: number
  left: SkippedFile[]
  isStopped: boolean
  /** Contents that were restored at a path, and contents that could not be restored. */
  readonly back: Set<string | undefined>
  readonly missing: Set<string | undefined>
}

/**
 * Executes the person's decisions. The whole plan is on disk before the first file is changed, so that the next start
 * can finish it. Files in an unexpected state are skipped.
 */
export class Operations {
  readonly #folder: LedgerFolder
  readonly #tables: ReviewTables
  readonly #workForMs: number
  #running: Running | undefined
  /** Files skipped by operations that another call finished, until `resume` reports them. */
  readonly #unreported = new Map<number, readonly SkippedFile[]>()

  /** `workForMs`: how long it writes before letting other calls run. */
  constructor(folder: LedgerFolder, tables: ReviewTables, workForMs: number) {
    this.#folder = folder
    this.#tables = tables
    this.#workForMs = workForMs
  }

  /** Finishes an earlier operation first. Throws `folder_not_found` while the folder is missing. */
  run({ steps: all, missing = [], ...plan }: Plan, texts: Texts): LedgerOutcome {
    this.#ensureFolderExists('Nothing was changed.')
    this.rollForward()
    const steps = filterStranded(all, missing)
    const chosen = new Set(steps)
    const left = all.filter(step => !chosen.has(step)).map(({ path }): SkippedFile =>
      ({ path: this.#folder.toAbsolute(path) ?? path, ...skipReason('failed', skipReasons.notBack) }))
    if (steps.length === 0)
      return { done: 0, left }
    const { operations } = this.#tables
    const id = commitDurably(this.#folder.database.sql, () => this.#folder.transaction(() => {
      for (const { target } of steps)
        texts.keep(parseState(target))
      for (const { before, state } of plan.kept?.values() ?? [])
        texts.keep(parseState(before), parseState(state))
      const named = steps.map(step => ({ ...step, temporary: createTemporaryName() }))
      const { kept: _, ...operation } = plan
      return operations.add({ ...operation, isDone: false, at: Date.now() }, named)
    }))
    this.#running = this.#start({ ...plan, id }, { isResumed: false })
    const outcome = this.#work(this.#running, this.#workForMs)
    return { ...outcome, left: [...left, ...outcome.left] }
  }

  /** Continues the operation. Another call may have finished it meanwhile. */
  resume({ operation, stops }: { operation: number, stops: boolean }): LedgerOutcome {
    const running = this.#running
    if (running?.operation !== operation) {
      const left = this.#unreported.get(operation) ?? []
      this.#unreported.delete(operation)
      return { done: this.#doneSteps(operation).length, left }
    }
    this.#ensureFolderExists('The rest is done once it is there again.')
    running.isStopped ||= stops && running.canStop
    return this.#work(running, this.#workForMs)
  }

  /** Finishes an interrupted operation. Call it before the first scan. */
  rollForward(): void {
    // If the drive is unplugged, missing files were not deleted.
    if (!this.#folder.isInPlace())
      return
    if (this.#running) {
      const { operation } = this.#running
      this.#unreported.set(operation, this.#work(this.#running, Infinity).left)
    }
    for (const operation of this.#tables.operations.open())
      this.#work(this.#start(operation, { isResumed: true }), Infinity)
  }

  #work(running: Running, forMs: number): LedgerOutcome {
    const { operation, of, canStop, work } = running
    const until = performance.now() + forMs
    let isDone = false
    try {
      do
        isDone = work.next().done === true
      while (!isDone && performance.now() < until)
    }
    catch (error) {
      this.#running = undefined // the journal knows where it stopped
      throw error
    }
    if (isDone && this.#running === running)
      this.#running = undefined
    const left = running.left.splice(0)
    return { done: running.done, left, ...!isDone && { unfinished: { operation, of, canStop } } }
  }

  #ensureFolderExists(what: string): void {
    if (!this.#folder.isInPlace())
      throw new HostError('folder_not_found', `"${this.#folder.root}" is not there. ${what}`)
  }

  #start(operation: Journaled, { isResumed }: { isResumed: boolean }): Running {
    const steps = this.#tables.operations.steps(operation.id).filter(step => this.#isOurs(step))
    const done = steps.filter(({ outcome }) => outcome === 'done')
    const failed = steps.filter(({ outcome }) => outcome !== undefined && outcome !== 'done')
    const running: Running = {
      operation: operation.id,
      of: steps.length,
      canStop: operation.act === 'reject',
      work: this.#steps(operation, { steps, isResumed, running: () => running }),
      done: done.length,
      left: [],
      isStopped: false,
      back: new Set(done.map(({ target }) => getMovableContent(target))),
      missing: new Set(failed.map(({ target }) => getMovableContent(target))),
    }
    return running
  }

  * #steps(
    operation: Journaled,
    { steps, isResumed, running: getRunning }: { steps: readonly Step[], isResumed: boolean, running: () => Running },
  ): Generator<void, void> {
    const running = getRunning()
    const { root } = this.#folder
    const { operations } = this.#tables
    const { since } = operation
    const { deletions, writes, moves } = orderSteps(root, steps)
    const renamed = findRenamedFolders(root, [...deletions, ...moves], writes)
    yield* this.#applySteps(operation, deletions, { isResumed, running })
    removeEmptyFolders(root, { removed: deletions, renamed, since })
    yield* this.#applySteps(operation, writes, { isResumed, running })
    yield* this.#applySteps(operation, moves, { isResumed, running })
    removeEmptyFolders(root, { removed: moves, renamed, since })
    syncFolders(new Set(steps.map(({ path }) => dirname(join(root, path)))))
    const done = this.#doneSteps(operation.id)
    this.#folder.transaction(() => {
      operations.finish(operation.id)
      if (done.length === 0)
        operations.markUndone(operation.id) // nothing left to undo
      if (operation.undoes !== undefined)
        this.#markReverted(operation.undoes, done)
    })
  }

  /** Removes undone files from the operation. Without any files left, it counts as undone. */
  #markReverted(operation: number, steps: readonly Step[]): void {
    for (const { path } of steps) {
      this.#tables.operations.settle(operation, path, 'changed')
      this.#tables.baselines.removeFile(operation, path)
    }
    if (this.#doneSteps(operation).length === 0)
      this.#tables.operations.markUndone(operation)
  }

  #doneSteps(operation: number): Step[] {
    return this.#tables.operations.steps(operation).filter(({ outcome }) => outcome === 'done')
  }

  /** Whether Parley may have planned the step. Paths outside the folder or in .git come from a manipulated ledger. */
  #isOurs({ path, temporary }: Step): boolean {
    return this.#folder.toAbsolute(path) !== undefined && !path.split('/').some(isVersionControl) && isTemporaryName(temporary)
  }

  * #applySteps(
    operation: Journaled,
    steps: readonly Step[],
    { isResumed, running }: { isResumed: boolean, running: Running },
  ): Generator<void, void> {
    for (const step of steps) {
      if (step.outcome !== undefined)
        continue
      if (running.isStopped)
        return
      const removed = getRemovedContent(step)
      const isStranded = removed !== undefined && running.missing.has(removed) && !running.back.has(removed)
      const { outcome, error }: StepResult = isStranded
        ? { outcome: 'failed', error: skipReasons.notBack }
        : this.#applyStep(step, isResumed)
      this.#settle(operation, step, outcome)
      if (outcome === 'done')
        running.done++
      else
        running.left.push({ path: this.#folder.toAbsolute(step.path) ?? step.path, ...skipReason(outcome, error) })
      const returns = outcome === 'done' ? running.back : running.missing
      returns.add(getMovableContent(step.target))
      yield
    }
  }

  #applyStep(step: Step, isResumed: boolean): StepResult {
    const target = parseState(step.target)
    const bytes = target.kind === 'file' || target.kind === 'link' ? this.#folder.readContent(target.hash) : undefined
    if (bytes === undefined && target.kind !== 'absent')
      return { outcome: 'failed', error: skipReasons.lost }
    try {
      const { root, tables: { folders } } = this.#folder
      const folderMode = (path: string): number | undefined => folders.mode(path)
      const apply = { root, step, bytes, isResumed, folderMode }
      const outcome = this.#folder.announced(step.path, target, () => applyStep(apply))
      return outcome === 'blocked' ? { outcome: 'failed', error: skipReasons.blocked } : { outcome }
    }
    catch (error) {
      return { outcome: 'failed', error }
    }
  }

  /** History and journal are updated together. */
  #settle({ id, threadId, kept }: Journaled, { path, expected, target }: Step, outcome: StepOutcome): void {
    this.#folder.transaction(() => {
      if (outcome === 'done' && expected !== target) {
        this.#folder.record({ path, before: parseState(expected), after: parseState(target), author: 'you', threadId, operation: id })
      }
      const moved = outcome === 'done' ? kept?.get(path) : undefined
      if (moved)
        this.#tables.baselines.add({ threadId, path, seq: this.#folder.tables.versions.last(), ...moved, operation: id })
      this.#tables.operations.settle(id, path, outcome)
    })
  }
}

/** The steps of an operation in the order of their execution. */
interface OrderedSteps {
  /** Deepest first: a file may take the place of a folder. */
  readonly deletions: readonly Step[]
  readonly writes: readonly Step[]
  /** Deletions of moved files whose new path is written first, if nothing blocks that write. */
  readonly moves: readonly Step[]
}

/**
 * Orders the steps so that content which a write overwrites has been written to its other path before. In a cycle, a
 * write that will fail comes first, so that the others are skipped.
 */
function orderSteps(root: string, steps: readonly Step[]): OrderedSteps {
  const isDeletion = ({ target }: Step): boolean => target === absentKey
  const [deepestFirst, writes] = [steps.filter(isDeletion).reverse(), steps.filter(step => !isDeletion(step))]
  const returning = new Set(writes.map(({ target }) => getMovableContent(target)))
  returning.delete(undefined)
  const failing = writes.filter(step => returning.has(getRemovedContent(step)) && !isAsExpected(root, step))
  const written = new Set(writes.map(toPlaceKey))
  const aboveWritten = new Set(writes.flatMap(step => [...listParentFolders(toPlaceKey(step))]))
  const isMove = (step: Step): boolean => {
    const place = toPlaceKey(step)
    const isBelowWritten = [place, ...listParentFolders(place)].some(above => written.has(above))
    return returning.has(getMovableContent(step.expected)) && !isBelowWritten && !aboveWritten.has(place)
  }
  return {
    deletions: deepestFirst.filter(step => !isMove(step)),
    writes: [...new Set([...failing, ...sortRestoringFirst(writes)])],
    moves: deepestFirst.filter(isMove),
  }
}

function isAsExpected(root: string, { path, expected, target }: Step): boolean {
  try {
    return [expected, target].includes(toStateKey(readDiskState(join(root, path)).state))
  }
  catch {
    return false // inaccessible, or below a file
  }
}

/** On case-insensitive file systems several names refer to one file. */
function toPlaceKey({ path }: Step): string {
  return path.toLowerCase().normalize()
}
