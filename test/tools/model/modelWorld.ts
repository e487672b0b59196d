import type { Stats } from 'node:fs'
import type { Note } from '../../../src/main/changes/evidence'
import type { LedgerClient } from '../../../src/main/changes/ledgers'
import type { FromLedger, LedgerCall, ToLedger } from '../../../src/main/changes/worker/ledgerWire'
import type { ThreadLog } from '../../../src/main/threads/log/threadLog'
import type { BeforeWrite } from '../../../src/main/workspace/files/replaceFile'
import type { PlannedChange } from '../../../src/shared/changes/change'
import type { TurnChanges } from '../../../src/shared/changes/turnChanges'
import type { ThreadEventBody } from '../../../src/shared/thread/events'
import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { FolderTurns } from '../../../src/main/changes/thread/folderTurns'
import { ThreadReview } from '../../../src/main/changes/thread/threadReview'
import { TurnRecorder } from '../../../src/main/changes/thread/turnRecorder'
import { ServedLedger, type ServedOptions } from '../../../src/main/changes/worker/servedLedger'
import { HostError } from '../../../src/shared/errors'

/** A thread of the model: the host's objects for it, and its agent's state. */
export interface ModelThread {
  readonly threadId: string
  /** The agent's working directory. */
  readonly folder: string
  readonly recorder: TurnRecorder
  readonly review: ThreadReview
  readonly prompts: string[]
  readonly sums: Map<string, TurnChanges>
  /** The running turn. */
  promptId?: string | undefined
  isAsking: boolean
  /** Whether a program that its agent started in a terminal is still running. */
  hasProgram?: boolean
  /** The file of the open question. */
  asksAbout?: string | undefined
  /** The content of the file that the open question shows. */
  asksFor?: string | undefined
  /** Paths that its agent wrote in the running turn. */
  readonly wrote: Set<string>
}

/** Two threads in the folder, and one in a folder below it. */
const foldersOfThreads = { A: '', B: '', C: 'src' }

/**
 * A folder with the host's objects for it: ledgers, reviews, and three threads. The history plays agents and windows.
 */
export class ModelWorld {
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'parley-model-')))
  readonly root = join(this.#top, 'work')
  readonly elsewhere = join(this.#top, 'elsewhere')
  readonly faults: string[] = []
  threads: readonly ModelThread[] = []
  #ledgers: ReadonlyMap<string, ModelLedger>
  readonly #unsaved = new Set<string>()

  constructor() {
    mkdirSync(join(this.root, 'src'), { recursive: true })
    mkdirSync(this.elsewhere)
    this.#ledgers = this.#open()
    this.threads = this.#threads()
  }

  at = (name: string): string => join(this.root, name)

  text = (name: string): string => readFileSync(this.at(name), 'utf8')

  isFile = (name: string): boolean => this.#kindOf(name)?.isFile() === true

  /** Whether a file can be written there: the path is not a folder, and its parents are folders. */
  hasRoom = (name: string): boolean => {
    const above = name.split('/').slice(0, -1).map((_, place, parts) => parts.slice(0, place + 1).join('/'))
    const isFolder = (place: string): boolean | undefined => this.#kindOf(place)?.isDirectory()
    return isFolder(name) !== true && above.every(folder => isFolder(folder) !== false)
  }

  #kindOf(name: string): Stats | undefined {
    try {
      return lstatSync(this.at(name), { throwIfNoEntry: false })
    }
    catch {
      return undefined // below a file
    }
  }

  write = (name: string, text: string, how: 'in place' | 'rename' = 'in place'): void => {
    if (!this.hasRoom(name))
      return
    mkdirSync(dirname(this.at(name)), { recursive: true })
    const path = how === 'rename' ? this.at(`${name}.tmp~`) : this.at(name)
    writeFileSync(path, text)
    if (how === 'rename')
      renameSync(path, this.at(name))
  }

  /** Writes like Parley. */
  writeAnnounced = async (name: string, text: string, announce: BeforeWrite): Promise<void> => {
    if (!this.hasRoom(name))
      return
    mkdirSync(dirname(this.at(name)), { recursive: true })
    await announce({ target: this.at(name), bytes: Buffer.from(text), isInPlace: false })
    this.write(name, text, 'rename')
  }

  noteUnsaved = (name: string, isUnsaved: boolean): void => {
    if (isUnsaved)
      this.#unsaved.add(this.at(name))
    else
      this.#unsaved.delete(this.at(name))
    this.#turns.noteUnsaved(this.at(name), isUnsaved)
  }

  remove = (name: string): void => rmSync(this.at(name), { recursive: true, force: true })

  move = (from: string, to: string): void => {
    if (!existsSync(this.at(from)) || existsSync(this.at(to)) || !this.hasRoom(to))
      return
    mkdirSync(dirname(this.at(to)), { recursive: true })
    renameSync(this.at(from), this.at(to))
  }

  /** Moves a file over an existing one. */
  moveOnto = (from: string, to: string): void => {
    if (this.isFile(from) && this.isFile(to))
      renameSync(this.at(from), this.at(to))
  }

  swap = (one: string, other: string): void => {
    if (!this.isFile(one) || !this.isFile(other) || one === other)
      return
    renameSync(this.at(one), this.at('third~'))
    renameSync(this.at(other), this.at(one))
    renameSync(this.at('third~'), this.at(other))
  }

  link = (name: string, target: string): void => {
    if (!this.hasRoom(name))
      return
    mkdirSync(dirname(this.at(name)), { recursive: true })
    if (!lstatSync(this.at(name), { throwIfNoEntry: false }))
      symlinkSync(target, this.at(name))
  }

  git = (...words: string[]): void => {
    try {
      execFileSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@localhost', ...words], { cwd: this.root, stdio: 'ignore' })
    }
    catch {
      // Nothing to commit, or in conflict with the files: nothing happens.
    }
  }

  isTracked = (name: string): boolean =>
    existsSync(this.at('.git')) && execFileSync('git', ['ls-files', '--', name], { cwd: this.root, encoding: 'utf8' }) !== ''

  commit = (words: string): void => {
    this.git('add', '-A')
    this.git('commit', '-qm', words)
  }

  /** Content of all files and targets of all links, except git's own, by name. */
  files(): Map<string, string> {
    return new Map(this.#names(false).flatMap((name) => {
      const isLink = lstatSync(this.at(name)).isSymbolicLink()
      return isLink ? [[name, readlinkSync(this.at(name))]] : this.isFile(name) ? [[name, this.text(name)]] : []
    }))
  }

  /** Returns a value that changes with any of git's own files. */
  gitStamp(): string {
    return this.#names(true).map((name) => {
      const { ino, mtimeMs, ctimeMs } = lstatSync(this.at(name))
      return `${name} ${ino} ${mtimeMs} ${ctimeMs}`
    }).join('\n')
  }

  #names(ofGit: boolean): string[] {
    const names = readdirSync(this.root, { recursive: true, encoding: 'utf8' })
    return names.filter(name => /(?:^|\/)\.git(?:\/|$)/.test(name) === ofGit).sort()
  }

  /** Waits until all ledgers have scanned. */
  async seen(): Promise<void> {
    await Promise.all([...this.#ledgers.values()].map(({ client }) => client.catchUp({})))
  }

  async plan(thread: ModelThread, promptId: string | undefined): Promise<PlannedChange[]> {
    return promptId === undefined ? thread.review.previewReject({ threadId: thread.threadId }) : thread.review.previewRestore(promptId)
  }

  /** Restarts as after Parley quit or was killed: all programs have ended. */
  async restart(how: 'ends' | 'is killed'): Promise<void> {
    const endThreads = (): Promise<unknown> => Promise.all(this.threads.map(({ recorder }) => recorder.end()))
    if (how === 'ends')
      await endThreads()
    await this.#endLedgers()
    if (how === 'is killed')
      await endThreads() // whose last events no ledger receives
    this.#ledgers = this.#open()
    const before = this.threads
    this.threads = this.#threads()
    this.threads.forEach((thread, place) => thread.prompts.push(...before[place]!.prompts))
  }

  async dispose(): Promise<void> {
    await Promise.all(this.threads.map(({ recorder }) => recorder.end()))
    await this.#endLedgers()
    await pause(150) // scans changes reported a moment ago
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5 })
  }

  async #endLedgers(): Promise<void> {
    await Promise.all([...this.#ledgers.values()].map(async ledger => ledger.end()))
  }

  #open(): ReadonlyMap<string, ModelLedger> {
    return new Map([...new Set(Object.values(foldersOfThreads))].map((below) => {
      const folder = join(this.root, below)
      return [folder, new ModelLedger({
        options: { folder, storeFolder: join(this.#top, `ledger${below}`), closed: [], home: '/nowhere' },
        onChanged: () => this.#turns.changed(folder),
        onWrite: note => this.#turns.passWrite(folder, note),
        onFault: fault => this.faults.push(`fault: ${fault}`),
      })]
    }))
  }

  #turns = new FolderTurns({
    source: { of: folder => this.#ledgers.get(folder)?.client },
    report: error => this.faults.push(`reported: ${String(error)}`),
    unsaved: () => [...this.#unsaved],
  })

  #threads(): readonly ModelThread[] {
    return Object.entries(foldersOfThreads).map(([threadId, below]): ModelThread => {
      const folder = join(this.root, below)
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
        folders: () => Promise.resolve([folder]),
        onChange: () => undefined,
        onSummarized: () => undefined,
      })
      const review = new ThreadReview({ threadId, log, ledgers: recorder.ledgers, turns: this.#turns, onPending: () => undefined })
      return { threadId, folder, recorder, review, prompts: [], sums, isAsking: false, wrote: new Set() }
    })
  }
}

/** A folder's ledger as served by its worker, without a thread of its own. */
class ModelLedger {
  readonly #port: MessagePort
  readonly #answers = new Map<number, (answer: Extract<FromLedger, { answer: number }>) => void>()
  #calls = 0
  #hasEnded = false

  constructor({ options, onChanged, onWrite, onFault }: {
    options: ServedOptions
    onChanged: () => void
    onWrite: (note: Extract<FromLedger, { note: unknown }>['note']) => void
    onFault: (fault: string) => void
  }) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port2
    port2.on('message', (message: FromLedger) => {
      if ('changed' in message)
        return onChanged()
      if ('note' in message)
        return onWrite(message.note)
      if ('fault' in message)
        return onFault(message.fault)
      this.#answers.get(message.answer)?.(message)
      this.#answers.delete(message.answer)
    })
    new ServedLedger(options, port1).serve()
  }

  readonly client = new Proxy({}, {
    get: (_, name: keyof LedgerClient) => (params: unknown): unknown =>
      name === 'notify' ? this.#send({ note: params as Note }) : this.#call(name, params),
  }) as LedgerClient // each of its other names is a call

  async end(): Promise<void> {
    this.#send({ end: true })
    this.#hasEnded = true
    await once(this.#port, 'close')
  }

  async #call(name: LedgerCall, params: unknown): Promise<unknown> {
    if (this.#hasEnded)
      throw new HostError('closed', 'Parley is closing.')
    const call = ++this.#calls
    this.#send({ call, name, params, at: Date.now() })
    const answer = await new Promise<Extract<FromLedger, { answer: number }>>(resolve => this.#answers.set(call, resolve))
    if ('error' in answer)
      throw new HostError(answer.error.code, answer.error.message)
    return answer.result
  }

  #send(message: ToLedger): void {
    if (!this.#hasEnded)
      this.#port.postMessage(message)
  }
}
