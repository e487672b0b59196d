import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Span, TurnWitness } from '../../changes/ledgerCalls'
import type { ThreadLog } from '../log/threadLog'
import type { Beginning } from './beginningWords'
import type { FolderTurns } from './folderTurns'
import { announcesCommand, announcesFiles } from './announced'
import { atMost } from './atMost'
import { evidence, lateMs } from './evidence'
import { markBeginning } from './markBeginning'
import { NamedFiles } from './namedFiles'
import { OpenCalls } from './openCalls'
import { ThreadLedgers } from './threadLedgers'
import { type SummedTurn, TurnSums } from './turnSums'

/** A command or a question never waits longer for it; later than that, what was seen before it may count as its own. */
const maxSettleMs = 100
/** Of the earlier ones all changes were seen long ago. */
const maxQuestions = 200
/** Closing Parley never waits longer for it. */
const maxClosingMs = 1_000

/** What `TurnRecorder` needs. */
export interface TurnRecorderOptions {
  readonly threadId: string
  readonly log: ThreadLog
  readonly turns: FolderTurns
  /** The real paths of the folders that an agent works in, the thread's own first. */
  readonly folders: () => Promise<readonly string[]>
  readonly isCommandRunning: () => boolean
  /** The changes, or the decisions about them, have changed. */
  readonly onChange: () => void
  /** What a turn changed was summed up. */
  readonly onSummedUp: () => void
}

interface RecordedTurn {
  readonly promptId: string
  readonly endedAt?: number
  readonly beginning: Beginning
}

/** Tells the ledgers of a thread's folders when its turns begin and end, and what shows that a change is its agent's. */
export class TurnRecorder {
  readonly ledgers: ThreadLedgers
  readonly #options: TurnRecorderOptions
  readonly #calls = new OpenCalls()
  readonly #sums: TurnSums
  readonly #named: NamedFiles
  #settling: Promise<unknown> = Promise.resolve()
  /** The prompt before which the folders are being looked at. */
  #starting: string | undefined
  #turn: RecordedTurn | undefined
  /** When the agent waited for the person in this turn. */
  #questions: readonly Span[] = []

  constructor(options: TurnRecorderOptions) {
    const { threadId, log, turns, folders, onChange, onSummedUp } = this.#options = options
    const user = { isWorking: () => this.#isWorking, witness: () => this.#witness(), changed: () => this.#changed() }
    this.ledgers = new ThreadLedgers({ turns, folders, user })
    this.#sums = new TurnSums({ threadId, log, turns, ledgers: this.ledgers, onChange, onSummedUp })
    const hasEnded = (): boolean => this.#turn?.endedAt !== undefined
    this.#named = new NamedFiles({ threadId, turns, ledgers: this.ledgers, witness: () => this.#witness(), hasEnded })
  }

  /** Begins to look while the agent starts, so that the first prompt waits less. */
  open(): void {
    const { turns } = this.#options
    const look = async (): Promise<void> => (await this.ledgers.folders()).forEach(folder => turns.heard(folder))
    look().catch(error => turns.report(error, 'recording the changes of a folder'))
  }

  /**
   * Before the prompt is sent. Never rejects: a turn that is not recorded is still a turn. It ends with `endTurn`, or with `abandonTurn`
   * where the prompt is not sent.
   */
  async beginTurn(promptId: string): Promise<void> {
    this.#sums.hurry()
    this.#turn = undefined // what the last turn left behind is no longer its own
    this.#starting = promptId
    this.#calls.startTurn()
    this.#questions = this.#questions.filter(({ to }) => to === Infinity)
    this.#named.clear()
    const { threadId, turns } = this.#options
    const all = await this.ledgers.all().catch(error => void turns.report(error, 'marking the beginning of a turn')) ?? []
    // However long that takes: an agent must not work where files are being put back.
    await Promise.all(all.map(({ folder }) => turns.whenPutBack(folder)))
    if (this.#starting !== promptId)
      return
    const beginning = await markBeginning({ threadId, promptId }, all, turns)
    if (this.#starting !== promptId)
      return
    this.#starting = undefined
    this.#turn = { promptId, beginning }
  }

  /** The prompt was not sent: its turn is none. */
  abandonTurn(promptId: string): void {
    if (this.#starting !== promptId && this.#turn?.promptId !== promptId)
      return
    this.#starting = undefined
    this.#turn = undefined
    const { threadId, turns } = this.#options
    const abandon = async (): Promise<unknown> =>
      Promise.all((await this.ledgers.all()).map(({ ledger }) => ledger.abandonTurn({ threadId, promptId })))
    abandon().catch(error => turns.report(error, 'giving up the beginning of a turn'))
  }

  /** After the end of the turn: sums up in the log what changed. */
  endTurn(promptId: string): void {
    if (this.#turn?.promptId !== promptId)
      return
    this.#turn = { endedAt: Date.now(), ...this.#turn }
    this.#named.look()
    this.#sums.sum(this.#summed(this.#turn))
  }

  /** It waits for the person to answer so many questions. */
  waits(count: number): void {
    const now = Date.now()
    const open = this.#questions.at(-1)
    if (count > 0 && open?.to !== Infinity) {
      this.#questions = [...this.#questions.slice(-maxQuestions), { from: now, to: Infinity }]
    }
    else if (count === 0 && open?.to === Infinity) {
      this.#questions = [...this.#questions.slice(0, -1), { from: open.from, to: now }]
      this.#calls.resume()
    }
  }

  /** What the agent sent. */
  take(update: SessionUpdate): void {
    if (announcesCommand(update))
      this.settle()
    const before = announcesFiles(update) ? this.#witness() : undefined
    const news = this.#calls.take(update)
    if (this.#turn)
      this.#named.take(news, before)
  }

  /**
   * Looks for changes with what is known at this moment: before a command starts or the person is asked, so that nothing earlier counts as
   * the command's or the person's; and when a command has ended, so that none of its changes count as unannounced.
   */
  settle(command?: 'ended'): void {
    if (command === 'ended')
      this.#calls.endCommand()
    const witness = this.#witness(command === 'ended' || this.#options.isCommandRunning())
    if (!witness || (witness.commandUntil === Infinity && command === undefined))
      return
    const { turns } = this.#options
    const look = async (): Promise<void> => {
      await Promise.all((await this.ledgers.all()).map(({ folder }) => turns.look(folder, witness)))
      if (command === 'ended')
        this.#lastChanged(witness.promptId)
    }
    this.#settling = look().catch(error => turns.report(error, 'looking for changes'))
  }

  /** The same, and waits for it a moment. Never rejects. */
  async settled(): Promise<void> {
    this.settle()
    await atMost(maxSettleMs, this.#settling, undefined)
  }

  /** Writes a file for the agent, so that the ledger knows exactly what was written, and what was there before. */
  async write<T>(path: string, work: () => Promise<T>): Promise<T> {
    const { threadId, turns } = this.#options
    const at = this.#turn && await this.ledgers.find(path).catch(error => void turns.report(error, 'recording a write'))
    const look = async (by?: { threadId: string, promptId: string, by: 'asked' }): Promise<void> => {
      await at?.ledger.lookAt({ paths: [path], witness: turns.witnesses(at.folder), ...by && { by } })
        .catch(error => turns.report(error, 'recording a write'))
    }
    await look()
    const endWrite = this.#calls.startWrite(path)
    try {
      const written = await work()
      if (at && this.#turn) {
        await look({ threadId, promptId: this.#turn.promptId, by: 'asked' })
        turns.changed(at.folder)
      }
      return written
    }
    finally {
      endWrite()
    }
  }

  /** A turn that ends with Parley is summed up as well, if that is quick. */
  async end(): Promise<void> {
    this.#sums.drop()
    this.#named.clear()
    await atMost(maxClosingMs, this.#sums.settled(), undefined)
    this.#turn = undefined
    this.ledgers.dispose()
  }

  #witness(hasTerminal = this.#options.isCommandRunning()): TurnWitness | undefined {
    const { threadId, turns } = this.#options
    if (!this.#turn || (this.#isOver && !hasTerminal))
      return undefined
    const { promptId, endedAt } = this.#turn
    return { threadId, promptId, ...evidence({
      calls: this.#calls,
      endedAt,
      hasTerminal,
      isWaiting: this.#questions.at(-1)?.to === Infinity,
      questions: this.#questions,
      unsaved: turns.unsaved(),
    }) }
  }

  get #isWorking(): boolean {
    return this.#starting !== undefined || (this.#turn !== undefined && this.#turn.endedAt === undefined)
  }

  get #isOver(): boolean {
    return this.#turn?.endedAt !== undefined && Date.now() - this.#turn.endedAt > lateMs
  }

  /** What comes a moment after the turn's end still belongs to it, and what its commands do longer than that. */
  #changed(): void {
    if (this.#turn?.endedAt !== undefined && this.#witness()) {
      if (this.#options.isCommandRunning())
        this.#sums.sumLater(this.#summed(this.#turn))
      else
        this.#sums.sum(this.#summed(this.#turn))
    }
    this.#options.onChange()
  }

  /** The commands that ran on after the turn's end have ended: what they changed last is summed up without a pause. */
  #lastChanged(promptId: string): void {
    if (this.#turn?.promptId === promptId && this.#turn.endedAt !== undefined && !this.#options.isCommandRunning())
      this.#sums.sum(this.#summed(this.#turn))
  }

  #summed({ promptId, beginning }: RecordedTurn): SummedTurn {
    return { promptId, beginning, witness: () => this.#turn?.promptId === promptId ? this.#witness() : undefined }
  }
}
