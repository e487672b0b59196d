import type { LedgerClient } from '../../../src/main/changes/ledgers'
import type { ThreadLog } from '../../../src/main/threads/log/threadLog'
import type { PlannedChange } from '../../../src/shared/changes/change'
import type { TurnChanges } from '../../../src/shared/changes/turnChanges'
import type { ThreadEventBody } from '../../../src/shared/thread/events'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Ledger } from '../../../src/main/changes/ledger'
import { Review } from '../../../src/main/changes/review/review'
import { FolderTurns } from '../../../src/main/threads/changes/folderTurns'
import { ThreadReview } from '../../../src/main/threads/changes/threadReview'
import { TurnRecorder } from '../../../src/main/threads/changes/turnRecorder'

/** One thread of the model: what the host has of it, and what its agent does now. */
export interface ModelThread {
  readonly threadId: string
  readonly recorder: TurnRecorder
  readonly review: ThreadReview
  readonly prompts: string[]
  readonly sums: Map<string, TurnChanges>
  /** The turn that runs. */
  promptId?: string | undefined
  isAsking: boolean
  /** The file that the question is about. */
  asksAbout?: string | undefined
  /** Paths that its agent wrote in the turn that runs. */
  readonly wrote: Set<string>
}

/**
 * A folder with all that the host has of it: a ledger, its review, and two threads. Agents and windows are left out, as the history plays
 * them, and the worker's wire.
 */
export class ModelWorld {
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'parley-model-')))
  readonly root = join(this.#top, 'work')
  readonly elsewhere = join(this.#top, 'elsewhere')
  readonly faults: string[] = []
  /** Paths with unsaved text in Parley. */
  readonly unsaved = new Set<string>()
  readonly runs = new Set<string>()
  threads: readonly ModelThread[] = []
  #ledger: Ledger
  #review: Review

  constructor() {
    mkdirSync(this.root)
    mkdirSync(this.elsewhere)
    ;[this.#ledger, this.#review] = this.#open()
    this.threads = this.#threads()
  }

  at = (name: string): string => join(this.root, name)

  text = (name: string): string => readFileSync(this.at(name), 'utf8')

  isFile = (name: string): boolean => lstatSync(this.at(name), { throwIfNoEntry: false })?.isFile() === true

  write = (name: string, text: string, how: 'in place' | 'rename' = 'in place'): void => {
    mkdirSync(dirname(this.at(name)), { recursive: true })
    const path = how === 'rename' ? this.at(`${name}.tmp~`) : this.at(name)
    writeFileSync(path, text)
    if (how === 'rename')
      renameSync(path, this.at(name))
  }

  remove = (name: string): void => rmSync(this.at(name), { recursive: true, force: true })

  move = (from: string, to: string): void => {
    if (!existsSync(this.at(from)) || existsSync(this.at(to)))
      return
    mkdirSync(dirname(this.at(to)), { recursive: true })
    renameSync(this.at(from), this.at(to))
  }

  link = (name: string, target: string): void => {
    if (!existsSync(this.at(name)))
      symlinkSync(target, this.at(name))
  }

  git = (...words: string[]): void => {
    try {
      execFileSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@localhost', ...words], { cwd: this.root, stdio: 'ignore' })
    }
    catch {
      // Nothing to commit, or in the way of what is there: nothing happens.
    }
  }

  commit = (words: string): void => {
    this.git('add', '-A')
    this.git('commit', '-qm', words)
  }

  /** Every regular file, but for git's own, by name. */
  files(): Map<string, string> {
    const names = readdirSync(this.root, { recursive: true, encoding: 'utf8' })
    return new Map(names.filter(name => !/(?:^|\/)\.git(?:\/|$)/.test(name) && this.isFile(name)).map(name => [name, this.text(name)]))
  }

  async plan(thread: ModelThread, promptId: string | undefined): Promise<PlannedChange[]> {
    return promptId === undefined ? thread.review.previewReject({ threadId: thread.threadId }) : thread.review.previewRestore(promptId)
  }

  /** As after the end of Parley: what ran has ended. */
  async restart(): Promise<void> {
    await this.#end()
    ;[this.#ledger, this.#review] = this.#open()
    const before = this.threads
    this.threads = this.#threads()
    this.threads.forEach((thread, place) => thread.prompts.push(...before[place]!.prompts))
  }

  async dispose(): Promise<void> {
    await this.#end()
    await pause(150) // what was heard a moment ago is looked at
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5 })
  }

  async #end(): Promise<void> {
    this.runs.clear()
    await Promise.all(this.threads.map(({ recorder }) => recorder.end()))
    this.#ledger.dispose()
  }

  #open(): [Ledger, Review] {
    const storeFolder = join(this.#top, 'ledger')
    const onHeard = (): void => this.#turns.heard(this.root)
    const ledger = new Ledger({ folder: this.root, storeFolder, closed: [], home: '/nowhere', onHeard })
    const review = new Review(ledger)
    review.rollForward()
    return [ledger, review]
  }

  #turns = new FolderTurns({
    source: { of: () => this.#client },
    report: (error) => {
      if (!String(error).includes('not open'))
        this.faults.push(`reported: ${String(error)}`)
    },
    unsaved: () => [...this.unsaved].map(this.at),
  })

  /** Answers as the worker does: what the system tells is heard first. */
  readonly #client = new Proxy({}, {
    get: (_, name: keyof LedgerClient) => async (params: never): Promise<unknown> => {
      await pause(0)
      const calls = name in this.#ledger ? this.#ledger : this.#review
      return (calls as unknown as Record<string, (params: never) => unknown>)[name]!(params)
    },
  }) as LedgerClient // each of its calls is one of the ledger or the review

  #threads(): readonly ModelThread[] {
    return ['A', 'B'].map((threadId): ModelThread => {
      const sums = new Map<string, TurnChanges>()
      const log = {
        add: (body: ThreadEventBody) => body.type === 'turnChanges' && sums.set(body.promptId, body),
        flush: () => undefined,
        transcript: { head: {} },
      } as unknown as ThreadLog // all that is asked of it
      const recorder = new TurnRecorder({
        threadId,
        log,
        turns: this.#turns,
        folders: () => Promise.resolve([this.root]),
        isCommandRunning: () => this.runs.has(threadId),
        onChange: () => undefined,
        onSummedUp: () => undefined,
      })
      const review = new ThreadReview({ threadId, log, ledgers: recorder.ledgers, turns: this.#turns, onPending: () => undefined })
      return { threadId, recorder, review, prompts: [], sums, isAsking: false, wrote: new Set() }
    })
  }
}
