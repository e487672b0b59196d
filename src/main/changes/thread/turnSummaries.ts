import type { RevertedFile } from '../../../shared/changes/change'
import type { TurnChanges } from '../../../shared/changes/turnChanges'
import type { TakenBackEvent, TurnChangesEvent } from '../../../shared/thread/deedEvents'
import type { FolderTurns } from './folderTurns'
import type { ThreadLedgers } from './threadLedgers'
import { HostError } from '../../../shared/errors'
import { joinTurns } from './mergeResults'
import { type TurnStart, turnStartGaps } from './turnStart'

/**
 * While its commands run on, a turn that has ended is summed up this often: each time the whole folder is looked at.
 */
const commandSumMs = 5_000

/** The log of a thread, as far as changes are in it. */
export interface ChangesLog {
  add: (event: TurnChangesEvent | TakenBackEvent) => void
  /** What was added a moment ago is in its transcript then. */
  flush: () => void
  readonly transcript: { readonly head: { readonly takenBack?: readonly RevertedFile[] } }
}

/** What `TurnSummaries` needs. */
interface TurnSummariesOptions {
  readonly threadId: string
  readonly log: ChangesLog
  readonly turns: FolderTurns
  readonly ledgers: ThreadLedgers
  /** The changes are different now. */
  readonly onChange: () => void
  /** What a turn changed is summed up. */
  readonly onSummarized: () => void
}

/** A turn that has ended. */
interface SummedTurn {
  readonly promptId: string
  readonly turnStart: TurnStart
}

/** Sums up in the log what turns changed, each under its own prompt, however soon the next one begins. */
export class TurnSummaries {
  readonly #options: TurnSummariesOptions
  /** By prompt, while one is under way: only the latest counts. */
  readonly #underWay = new Map<string, object>()
  #last: { readonly promptId: string, readonly said: string } | undefined
  #lastAt = 0
  #waiting: { readonly turn: SummedTurn, readonly timer: NodeJS.Timeout } | undefined
  #pending: Promise<unknown> = Promise.resolve()

  constructor(options: TurnSummariesOptions) {
    this.#options = options
  }

  /** At once. Its call reaches each ledger before whatever is asked of it from now on. */
  summarize(turn: SummedTurn): void {
    this.cancel()
    this.#lastAt = Date.now()
    const { turns } = this.#options
    this.#pending = this.#summarize(turn).catch(error => turns.report(error, 'summing up what a turn changed'))
  }

  /** As soon as the last one is long enough ago. */
  summarizeLater(turn: SummedTurn): void {
    const inMs = this.#lastAt + commandSumMs - Date.now()
    if (inMs <= 0)
      this.summarize(turn)
    else
      this.#waiting ??= { turn, timer: setTimeout(() => this.summarize(turn), inMs) }
  }

  /** What was to be summed up later is so now: the next turn begins. */
  flush(): void {
    if (this.#waiting)
      this.summarize(this.#waiting.turn)
  }

  /** What was to be summed up later is not. */
  cancel(): void {
    clearTimeout(this.#waiting?.timer)
    this.#waiting = undefined
  }

  /** Once what is under way is done. Never rejects. */
  async settled(): Promise<void> {
    await this.#pending
  }

  async #summarize({ promptId, turnStart }: SummedTurn): Promise<void> {
    const { threadId, log, turns, ledgers, onChange, onSummarized } = this.#options
    const own = {}
    this.#underWay.set(promptId, own)
    const summaries = await Promise.all((await ledgers.all()).map(({ ledger }) =>
      ledger.endTurn({ threadId, promptId })
        .catch((error: unknown) => unrecorded(error, error => turns.report(error, 'summing up what a turn changed')))))
    if (this.#underWay.get(promptId) !== own)
      return
    this.#underWay.delete(promptId)
    const begun = turnStartGaps(turnStart, summaries.map(({ gap }) => gap)).map(gap => ({ count: 0, files: [], gap }))
    const changes = joinTurns([...begun, ...summaries])
    onSummarized()
    const said = JSON.stringify(changes)
    const isKnown = this.#last?.promptId === promptId && this.#last.said === said
    if (isKnown || (changes.count === 0 && changes.gap === undefined && changes.git === undefined && this.#last?.promptId !== promptId))
      return
    this.#last = { promptId, said }
    log.add({ type: 'turnChanges', promptId, ...changes })
    onChange()
  }
}

/** A turn that could not be summed up says so: silence would look like no changes. */
function unrecorded(error: unknown, report: (error: unknown) => void): TurnChanges {
  if (error instanceof HostError && error.code === 'closed')
    throw error // Parley ends
  report(error)
  return { count: 0, files: [], gap: 'What changed in this turn could not be recorded.' }
}
