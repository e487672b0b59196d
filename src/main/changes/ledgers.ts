import type { Report } from '../system/report'
import type { Evidence, Note } from './evidence'
import type { LedgerCalls } from './ledgerCalls'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { HostError } from '../../shared/errors'
import { tryRealPath } from '../system/realPathOrItself'
import { type LedgerCall, ledgerCallNames } from './worker/ledgerWire'
import { LedgerWorker } from './worker/ledgerWorker'

/** Client for a folder's ledger. Calls reject with a `HostError`. */
export type LedgerClient = {
  readonly [M in keyof LedgerCalls]: (params: Parameters<LedgerCalls[M]>[0]) => Promise<ReturnType<LedgerCalls[M]>>
} & {
  /** Sends an event, in order with the calls. */
  readonly notify: (note: Note) => void
}

/** An idle ledger of 50,000 files takes 40 MB; reopening it takes a second. */
const idleMs = 5 * 60_000
/** Pause before restarting a worker that crashed during a turn, because it may crash again. */
const afterCrashMs = 5_000
/** How long writes may continue when Parley quits; the journal finishes the rest at the next start. */
const endWithinMs = 3_000

interface LedgersOptions {
  readonly dataFolder: string
  /** Program of a ledger's worker. */
  readonly workerPath: string
  /** Called when something in that folder has changed. */
  readonly onChanged: (folder: string) => void
  /** Called before and after that folder's review writes a file. */
  readonly onWrite: (folder: string, note: Extract<Note, { kind: 'write' | 'written' }>) => void
  /** Returns all events of a folder so far. */
  readonly evidence: (folder: string) => Evidence
  readonly report: Report
  /** For tests. */
  readonly idleMs?: number
  readonly afterCrashMs?: number
}

interface InUse {
  readonly worker: LedgerWorker
  readonly client: LedgerClient
  usedAt: number
}

/** The ledgers of all folders, each in its own worker while the folder is in use. */
export class Ledgers {
  readonly #options: LedgersOptions
  readonly #inUse = new Map<string, InUse>()
  readonly #timer: NodeJS.Timeout
  #isDisposed = false

  constructor(options: LedgersOptions) {
    this.#options = options
    const { idleMs: limitMs = idleMs } = options
    this.#timer = setInterval(() => this.#endIdle(limitMs), limitMs / 5).unref()
  }

  /** The ledger of a folder, by its real path. */
  of(folder: string): LedgerClient {
    const known = this.#inUse.get(folder)
    if (known !== undefined)
      return known.client
    const { dataFolder, workerPath, evidence, onChanged, onWrite, report } = this.#options
    const storeFolder = storeFolderPath(dataFolder, folder)
    const worker = new LedgerWorker({
      workerPath,
      ledger: {
        folder,
        storeFolder,
        allFolder: join(dataFolder, 'changes'),
        closed: [tryRealPath(dataFolder)],
        home: tryRealPath(homedir()),
      },
      report,
      evidence: () => evidence(folder).state,
      onChanged: () => onChanged(folder),
      onWrite: note => onWrite(folder, note),
      onCrash: () => this.#restart(folder),
    })
    const call = (name: LedgerCall) => async (params: unknown): Promise<unknown> => {
      // Nothing was recorded, so there is nothing to delete.
      if (name === 'forget' && !worker.isRunning && !existsSync(storeFolder))
        return undefined
      if (this.#isDisposed)
        throw new HostError('closed', 'Parley is closing.')
      inUse.usedAt = Date.now()
      return worker.call(name, params)
    }
    const inUse: InUse = {
      worker,
      client: {
        ...Object.fromEntries(ledgerCallNames.map(name => [name, call(name)])) as unknown as LedgerClient,
        notify: note => this.#isDisposed || worker.notify(note),
      },
      usedAt: Date.now(),
    }
    this.#inUse.set(folder, inUse)
    return inUse.client
  }

  /** Lets all ledgers finish. Operations that take too long continue at the next start. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#inUse.values()].map(({ worker }) => worker.end(endWithinMs)))
  }

  /** Restarts the worker during a turn, in which no other call may start it. */
  #restart(folder: string): void {
    setTimeout(() => {
      if (this.#isTurnOpen(folder) && !this.#isDisposed)
        this.#inUse.get(folder)?.worker.start()
    }, this.#options.afterCrashMs ?? afterCrashMs).unref()
  }

  #isTurnOpen(folder: string): boolean {
    return this.#options.evidence(folder).turnsAt(Date.now()).length > 0
  }

  #endIdle(limitMs: number): void {
    for (const [folder, { worker, usedAt }] of this.#inUse) {
      if (this.#isTurnOpen(folder) || worker.isBusy || Date.now() - usedAt < limitMs)
        continue
      worker.end(endWithinMs).catch((error: unknown) => this.#options.report(error, 'closing what is recorded of a folder'))
    }
  }
}

/** The folder in which a folder's ledger is stored. */
export function storeFolderPath(dataFolder: string, folder: string): string {
  return join(dataFolder, 'changes', createHash('sha256').update(folder).digest('hex').slice(0, 32))
}
