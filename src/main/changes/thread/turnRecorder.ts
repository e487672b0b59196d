import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { BeforeWrite } from '../../workspace/files/replaceFile'
import type { Note, ShownDiff } from '../evidence'
import type { FolderTurns } from './folderTurns'
import type { TurnStart } from './turnStart'
import type { ChangesLog } from './turnSummaries'
import { lateMs } from '../evidence'
import { ThreadLedgers } from './threadLedgers'
import { markTurnStart, raceTimeout } from './turnStart'
import { TurnSummaries } from './turnSummaries'

/**
 * Maximum time that a command waits for the scan before it. After that, earlier changes may be attributed to the
 * command.
 */
const maxScanWaitMs = 100
/** Ledgers keep the edits shown by up to 200 open calls. */
const maxShownLength = 100_000
/** Maximum delay when Parley quits. */
const maxClosingMs = 1_000

interface TurnRecorderOptions {
  readonly threadId: string
  readonly log: ChangesLog
  readonly turns: FolderTurns
  /** Real paths of the agent's folders, the thread's own first. */
  readonly folders: () => Promise<readonly string[]>
  /** Called when changes, or decisions about them, are updated. */
  readonly onChange: () => void
  /** Called when a turn's changes were summarized. */
  readonly onSummarized: () => void
}

interface RecordedTurn {
  readonly promptId: string
  readonly endedAt?: number
  readonly turnStart: TurnStart
}

/** Passes a thread's events to its folders' ledgers and summarizes the changes of its turns. */
export class TurnRecorder {
  readonly ledgers: ThreadLedgers
  readonly #options: TurnRecorderOptions
  readonly #summaries: TurnSummaries
  /** The prompt whose folders are being scanned. */
  #starting: string | undefined
  #turn: RecordedTurn | undefined
  #isCommandRunning = false

  constructor(options: TurnRecorderOptions) {
    const { threadId, log, turns, folders, onChange, onSummarized } = this.#options = options
    const user = { isWorking: () => this.#isWorking, changed: () => this.#changed() }
    this.ledgers = new ThreadLedgers({ turns, folders, user })
    this.#summaries = new TurnSummaries({ threadId, log, turns, ledgers: this.ledgers, onChange, onSummarized })
  }

  /** Starts scanning while the agent starts, so that the first prompt waits less. */
  open(): void {
    const { turns } = this.#options
    this.#catchUp().catch(error => turns.report(error, 'recording the changes of a folder'))
  }

  /**
   * Call before the prompt is sent, followed by `endTurn`, or by `abandonTurn` if it is not sent. Never rejects,
   * because a turn may run unrecorded.
   */
  async beginTurn(promptId: string): Promise<void> {
    this.#summaries.flush()
    this.#turn = undefined // late changes no longer belong to the previous turn
    this.#starting = promptId
    const { threadId, turns } = this.#options
    const all = await this.ledgers.all().catch(error => void turns.report(error, 'marking the start of a turn')) ?? []
    // No time limit: an agent must not work while files are being restored.
    await Promise.all(all.map(({ folder }) => turns.whenRestored(folder)))
    if (this.#starting !== promptId)
      return
    this.#notify({ kind: 'turnOver' })
    const marked = markTurnStart({ threadId, promptId }, all, turns)
    this.#notify({ kind: 'turnBegan', promptId })
    const turnStart = await marked
    if (this.#starting !== promptId)
      return
    this.#starting = undefined
    this.#turn = { promptId, turnStart }
  }

  /** Discards a turn whose prompt was not sent. */
  abandonTurn(promptId: string): void {
    if (this.#starting !== promptId && this.#turn?.promptId !== promptId)
      return
    this.#starting = undefined
    this.#turn = undefined
    this.#notify({ kind: 'turnOver' })
    const { threadId, turns } = this.#options
    const abandon = async (): Promise<unknown> =>
      Promise.all((await this.ledgers.all()).map(({ ledger }) => ledger.abandonTurn({ threadId, promptId })))
    abandon().catch(error => turns.report(error, 'abandoning the start of a turn'))
  }

  /** Summarizes the turn's changes in the log. */
  endTurn(promptId: string): void {
    if (this.#turn?.promptId !== promptId)
      return
    this.#turn = { endedAt: Date.now(), ...this.#turn }
    this.#notify({ kind: 'turnEnded' })
    this.#summaries.summarize(this.#turn)
  }

  /** Sets the number of open questions. */
  setOpenQuestions(count: number): void {
    this.#notify({ kind: 'question', isOpen: count > 0 })
  }

  /** Handles an update of the agent. */
  take(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      return
    const { toolCallId, kind, locations, content } = update
    const shown = (content ?? []).flatMap(item => item.type === 'diff' ? [item] : [])
    const paths = [...locations ?? [], ...shown].map(({ path }) => path)
    const status = update.status ?? (update.sessionUpdate === 'tool_call' ? 'pending' : undefined) // ACP's default
    const diffs = limitDiffs(shown)
    const call = { kind: 'call', toolCallId, paths, toolKind: kind ?? undefined, status } as const
    this.#notify({ ...call, ...diffs.length > 0 && { diffs } })
  }

  /** Notes a request by the agent, so that earlier changes are not attributed to it. */
  noteRequest(): void {
    this.#notify({ kind: 'request' })
  }

  /** Like `noteRequest`, then waits briefly for a scan. Never rejects. */
  async scanBeforeRequest(): Promise<void> {
    this.noteRequest()
    const caughtUp = this.#catchUp().catch(error => this.#options.turns.report(error, 'looking for changes'))
    await raceTimeout(maxScanWaitMs, caughtUp, undefined)
  }

  /** Reports whether a command of the agent runs in a terminal. */
  setCommandRunning(isRunning: boolean): void {
    this.#isCommandRunning = isRunning
    this.#notify({ kind: 'command', isRunning })
    // Summarizes its last changes without delay.
    if (!isRunning && this.#turn?.endedAt !== undefined)
      this.#summaries.summarize(this.#turn)
  }

  /** Performs a write for the agent, so that the ledger gets both the written and the previous content. */
  async write<T>(path: string, work: (beforeWrite: BeforeWrite) => Promise<T>): Promise<T> {
    const { threadId, turns } = this.#options
    return this.#turn ? turns.write(path, { by: 'asked', threadId, promptId: this.#turn.promptId }, work) : work(() => Promise.resolve())
  }

  /** Summarizes an open turn when Parley quits, if that is quick. */
  async end(): Promise<void> {
    this.#summaries.cancel()
    await raceTimeout(maxClosingMs, this.#summaries.settled(), undefined)
    this.#turn = undefined
    this.#notify({ kind: 'closed' })
    this.ledgers.dispose()
  }

  get #isWorking(): boolean {
    return this.#starting !== undefined || (this.#turn !== undefined && this.#turn.endedAt === undefined)
  }

  #notify(note: DistributiveOmit<Extract<Note, { threadId: string }>, 'at' | 'threadId'>): void {
    this.ledgers.notify({ ...note, at: Date.now(), threadId: this.#options.threadId })
  }

  async #catchUp(): Promise<void> {
    await Promise.all((await this.ledgers.all()).map(({ ledger }) => ledger.catchUp({})))
  }

  /** Changes shortly after the end of a turn, or made later by its commands, still belong to it. */
  #changed(): void {
    const turn = this.#turn
    if (turn?.endedAt !== undefined && this.#isCommandRunning)
      this.#summaries.summarizeLater(turn)
    else if (turn?.endedAt !== undefined && Date.now() - turn.endedAt <= lateMs)
      this.#summaries.summarize(turn)
    this.#options.onChange()
  }
}

/** Returns none if they are too long. */
function limitDiffs(diffs: readonly ShownDiff[]): readonly ShownDiff[] {
  const length = diffs.reduce((sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length, 0)
  return length > maxShownLength ? [] : diffs.map(({ path, oldText, newText }) => ({ path, oldText, newText }))
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
