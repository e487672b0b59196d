import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { BeforeWrite } from '../../workspace/files/replaceFile'
import type { Note } from '../evidence'
import type { FolderTurns } from './folderTurns'
import type { TurnStart } from './turnStart'
import type { ChangesLog } from './turnSummaries'
import { lateMs } from '../evidence'
import { ThreadLedgers } from './threadLedgers'
import { atMost, markTurnStart } from './turnStart'
import { TurnSummaries } from './turnSummaries'

/**
 * A command never waits longer for the scan before it; later than that, what was changed before it may count as its
 * own.
 */
const maxScanWaitMs = 100
/** Closing Parley never waits longer for it. */
const maxClosingMs = 1_000

/** What `TurnRecorder` needs. */
interface TurnRecorderOptions {
  readonly threadId: string
  readonly log: ChangesLog
  readonly turns: FolderTurns
  /** The real paths of the folders that an agent works in, the thread's own first. */
  readonly folders: () => Promise<readonly string[]>
  /** The changes, or the decisions about them, have changed. */
  readonly onChange: () => void
  /** What a turn changed was summed up. */
  readonly onSummarized: () => void
}

interface RecordedTurn {
  readonly promptId: string
  readonly endedAt?: number
  readonly turnStart: TurnStart
}

/** Tells the ledgers of a thread's folders what happens in its turns, and sums up what they changed. */
export class TurnRecorder {
  readonly ledgers: ThreadLedgers
  readonly #options: TurnRecorderOptions
  readonly #summaries: TurnSummaries
  /** The prompt before which the folders are being looked at. */
  #starting: string | undefined
  #turn: RecordedTurn | undefined
  #isCommandRunning = false

  constructor(options: TurnRecorderOptions) {
    const { threadId, log, turns, folders, onChange, onSummarized } = this.#options = options
    const user = { isWorking: () => this.#isWorking, changed: () => this.#changed() }
    this.ledgers = new ThreadLedgers({ turns, folders, user })
    this.#summaries = new TurnSummaries({ threadId, log, turns, ledgers: this.ledgers, onChange, onSummarized })
  }

  /** Begins to look while the agent starts, so that the first prompt waits less. */
  open(): void {
    const { turns } = this.#options
    this.#catchUp().catch(error => turns.report(error, 'recording the changes of a folder'))
  }

  /**
   * Before the prompt is sent. Never rejects: a turn that is not recorded is still a turn. It ends with `endTurn`, or
   * with `abandonTurn` where the prompt is not sent.
   */
  async beginTurn(promptId: string): Promise<void> {
    this.#summaries.flush()
    this.#turn = undefined // what the last turn left behind is no longer its own
    this.#starting = promptId
    const { threadId, turns } = this.#options
    const all = await this.ledgers.all().catch(error => void turns.report(error, 'marking the start of a turn')) ?? []
    // However long that takes: an agent must not work where files are being put back.
    await Promise.all(all.map(({ folder }) => turns.whenPutBack(folder)))
    if (this.#starting !== promptId)
      return
    this.#tell({ kind: 'turnOver' })
    const marked = markTurnStart({ threadId, promptId }, all, turns)
    this.#tell({ kind: 'turnBegan', promptId })
    const turnStart = await marked
    if (this.#starting !== promptId)
      return
    this.#starting = undefined
    this.#turn = { promptId, turnStart }
  }

  /** The prompt was not sent: its turn is none. */
  abandonTurn(promptId: string): void {
    if (this.#starting !== promptId && this.#turn?.promptId !== promptId)
      return
    this.#starting = undefined
    this.#turn = undefined
    this.#tell({ kind: 'turnOver' })
    const { threadId, turns } = this.#options
    const abandon = async (): Promise<unknown> =>
      Promise.all((await this.ledgers.all()).map(({ ledger }) => ledger.abandonTurn({ threadId, promptId })))
    abandon().catch(error => turns.report(error, 'abandoning the start of a turn'))
  }

  /** After the end of the turn: sums up in the log what changed. */
  endTurn(promptId: string): void {
    if (this.#turn?.promptId !== promptId)
      return
    this.#turn = { endedAt: Date.now(), ...this.#turn }
    this.#tell({ kind: 'turnEnded' })
    this.#summaries.summarize(this.#turn)
  }

  /** How many questions wait for the person. */
  setOpenQuestions(count: number): void {
    this.#tell({ kind: 'question', isOpen: count > 0 })
  }

  /** What the agent sent. */
  take(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      return
    const { toolCallId, kind, locations, content } = update
    const paths = [
      ...(locations ?? []).map(({ path }) => path),
      ...(content ?? []).flatMap(item => item.type === 'diff' ? [item.path] : []),
    ]
    const status = update.status ?? (update.sessionUpdate === 'tool_call' ? 'pending' : undefined) // ACP's default
    this.#tell({ kind: 'call', toolCallId, paths, toolKind: kind ?? undefined, status })
  }

  /** The agent asks for something: nothing that was changed before is part of it. */
  noteRequest(): void {
    this.#tell({ kind: 'request' })
  }

  /** The same, and waits briefly for a scan. Never rejects. */
  async scanBeforeRequest(): Promise<void> {
    this.noteRequest()
    await atMost(maxScanWaitMs, this.#catchUp().catch(error => this.#options.turns.report(error, 'looking for changes')), undefined)
  }

  /** Whether a command of the agent runs in a terminal. */
  setCommandRunning(isRunning: boolean): void {
    this.#isCommandRunning = isRunning
    this.#tell({ kind: 'command', isRunning })
    // What it changed last is summed up without a pause.
    if (!isRunning && this.#turn?.endedAt !== undefined)
      this.#summaries.summarize(this.#turn)
  }

  /** Writes a file for the agent, so that the ledger knows exactly what was written, and what was there before. */
  async write<T>(path: string, work: (beforeWrite: BeforeWrite) => Promise<T>): Promise<T> {
    const { threadId, turns } = this.#options
    return this.#turn ? turns.write(path, { by: 'asked', threadId, promptId: this.#turn.promptId }, work) : work(() => Promise.resolve())
  }

  /** A turn that ends with Parley is summed up as well, if that is quick. */
  async end(): Promise<void> {
    this.#summaries.cancel()
    await atMost(maxClosingMs, this.#summaries.settled(), undefined)
    this.#turn = undefined
    this.#tell({ kind: 'closed' })
    this.ledgers.dispose()
  }

  get #isWorking(): boolean {
    return this.#starting !== undefined || (this.#turn !== undefined && this.#turn.endedAt === undefined)
  }

  #tell(note: DistributiveOmit<Extract<Note, { threadId: string }>, 'at' | 'threadId'>): void {
    this.ledgers.notify({ ...note, at: Date.now(), threadId: this.#options.threadId })
  }

  async #catchUp(): Promise<void> {
    await Promise.all((await this.ledgers.all()).map(({ ledger }) => ledger.catchUp({})))
  }

  /** What comes a moment after the turn's end still belongs to it, and what its commands do longer than that. */
  #changed(): void {
    const turn = this.#turn
    if (turn?.endedAt !== undefined && this.#isCommandRunning)
      this.#summaries.summarizeLater(turn)
    else if (turn?.endedAt !== undefined && Date.now() - turn.endedAt <= lateMs)
      this.#summaries.summarize(turn)
    this.#options.onChange()
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
