import type { RevertedFile } from '../../../shared/changes/change'
import type { TurnChanges } from '../../../shared/changes/turnChanges'
import type { TakenBackEvent, TurnChangesEvent } from '../../../shared/thread/deedEvents'
import type { FolderTurns } from './folderTurns'
import type { ThreadLedgers } from './threadLedgers'
import { HostError } from '../../../shared/errors'
import { mergeTurnChanges } from './mergeResults'
import { findTurnStartGaps, type TurnStart } from './turnStart'

/** Interval for summarizing an ended turn with running commands. Each summary scans the whole folder. */
const commandSumMs = 5_000

/** The part of a thread's log that summaries need. */
export interface ChangesLog {
  add: (event: TurnChangesEvent | TakenBackEvent) => void
  /** Adds recent events to the transcript. */
  flush: () => void
  readonly transcript: { readonly head: { readonly takenBack?: readonly RevertedFile[] } }
}

interface TurnSummariesOptions {
  readonly threadId: string
  readonly log: ChangesLog
  readonly turns: FolderTurns
  readonly ledgers: ThreadLedgers
  /** Called when the changes are updated. */
  readonly onChange: () => void
  /** Called when a turn is summarized. */
  readonly onSummarized: () => void
}

/** An ended turn. */
interface SummedTurn {
  readonly promptId: string
  readonly turnStart: TurnStart
}

/** Summarizes turns in the log, each under its own prompt, no matter how soon the next one begins. */
export class TurnSummaries {
  readonly #options: TurnSummariesOptions
  /** Running summaries by prompt. Only the latest counts. */
  readonly #underWay = new Map<string, object>()
  #last: { readonly promptId: string, readonly said: string } | undefined
  #lastAt = 0
  #waiting: { readonly turn: SummedTurn, readonly timer: NodeJS.Timeout } | undefined
  #pending: Promise<unknown> = Promise.resolve()

  constructor(options: TurnSummariesOptions) {
    this.#options = options
  }

  /** Summarizes immediately. The call reaches each ledger before any later call. */
  summarize(turn: SummedTurn): void {
    this.cancel()
    this.#lastAt = Date.now()
    const { turns } = this.#options
    this.#pending = this.#summarize(turn).catch(error => turns.report(error, 'summing up what a turn changed'))
  }

  /** Summarizes once enough time has passed since the last summary. */
  summarizeLater(turn: SummedTurn): void {
    const inMs = this.#lastAt + commandSumMs - Date.now()
    if (inMs <= 0)
      this.summarize(turn)
    else
      this.#waiting ??= { turn, timer: setTimeout(() => this.summarize(turn), inMs) }
  }

  /** Runs deferred summaries now, because the next turn begins. */
  flush(): void {
    if (this.#waiting)
      this.summarize(this.#waiting.turn)
  }

  /** Cancels deferred summaries. */
  cancel(): void {
    clearTimeout(this.#waiting?.timer)
    this.#waiting = undefined
  }

  /** Resolves once running summaries are done. Never rejects. */
  async settled(): Promise<void> {
    await this.#pending
  }

  async #summarize({ promptId, turnStart }: SummedTurn): Promise<void> {
    const { threadId, log, turns, ledgers, onChange, onSummarized } = this.#options
    const own = {}
    this.#underWay.set(promptId, own)
    const summaries = await Promise.all((await ledgers.all()).map(({ ledger }) =>
      ledger.endTurn({ threadId, promptId })
        .catch((error: unknown) => createUnrecorded(error, error => turns.report(error, 'summing up what a turn changed')))))
    if (this.#underWay.get(promptId) !== own)
      return
    this.#underWay.delete(promptId)
    const begun = findTurnStartGaps(turnStart, summaries.map(({ gap }) => gap))
      .map(gap => ({ count: 0, files: [], gap }))
    const changes = mergeTurnChanges([...begun, ...summaries])
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

/** The summary used if summarizing failed. Without it, the turn would appear unchanged. */
function createUnrecorded(error: unknown, report: (error: unknown) => void): TurnChanges {
  if (error instanceof HostError && error.code === 'closed')
    throw error // Parley quits
  report(error)
  return { count: 0, files: [], gap: 'What changed in this turn could not be recorded.' }
}
