import type { Report } from '../../system/report'
import type { EvidenceState, Note } from '../evidence'
import type { LedgerOptions } from '../ledger'
import type { FromLedger, LedgerCall, ToLedger } from './ledgerWire'
import { Worker } from 'node:worker_threads'
import { HostError } from '../../../shared/errors'

interface OpenCall {
  readonly worker: Worker
  readonly resolve: (result: unknown) => void
  readonly reject: (error: HostError) => void
}

interface LedgerWorkerOptions {
  readonly workerPath: string
  readonly ledger: Omit<LedgerOptions, 'onReported' | 'onWrite' | 'evidence'>
  /** All events of the folder so far. */
  readonly evidence: () => EvidenceState
  readonly onChanged: () => void
  readonly onWrite: LedgerOptions['onWrite'] & {}
  /** Called when the worker exits on its own. */
  readonly onCrash?: () => void
  readonly report: Report
}

/**
 * The worker of a folder's ledger. Starts with the first call, and again with the next call after it has exited or
 * crashed.
 */
export class LedgerWorker {
  readonly #options: LedgerWorkerOptions
  readonly #open = new Map<number, OpenCall>()
  #worker: Worker | undefined
  #nextCall = 1

  constructor(options: LedgerWorkerOptions) {
    this.#options = options
  }

  /** Whether calls are pending. */
  get isBusy(): boolean {
    return this.#open.size > 0
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Rejects with a `HostError`: `closed` if the worker exited before it responded. */
  call(name: LedgerCall, params: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = this.#nextCall++
      const worker = this.#worker ??= this.#start()
      this.#open.set(call, { worker, resolve, reject })
      worker.postMessage({ call, name, params, at: Date.now() } satisfies ToLedger)
    })
  }

  /** Sends an event. A worker that is not running gets it when it starts. */
  notify(note: Note): void {
    if (note.kind === 'write')
      this.start()
    this.#worker?.postMessage({ note } satisfies ToLedger)
  }

  /** Starts the worker if it isn't running. During an open turn it scans on its own. */
  start(): void {
    this.#worker ??= this.#start()
  }

  /** Lets the worker answer open calls within that time, then terminates it. Later calls start another one. */
  async end(withinMs: number): Promise<void> {
    const worker = this.#worker
    if (worker === undefined)
      return
    this.#worker = undefined
    worker.postMessage({ end: true } satisfies ToLedger)
    const timer = setTimeout(() => void worker.terminate(), withinMs)
    await new Promise(resolve => worker.once('exit', resolve)) // also emitted after an error
    clearTimeout(timer)
  }

  #start(): Worker {
    const { workerPath, ledger, evidence, report } = this.#options
    const worker = new Worker(workerPath, { workerData: { ...ledger, programPath: workerPath, evidence: evidence() }, name: 'ledger' })
    worker.on('message', (message: FromLedger) => this.#receive(message))
    worker.on('error', error => report(error, 'recording the changes of a folder'))
    worker.on('exit', () => this.#ended(worker))
    return worker
  }

  #receive(message: FromLedger): void {
    if ('changed' in message)
      return this.#options.onChanged()
    if ('note' in message)
      return this.#options.onWrite(message.note)
    if ('fault' in message)
      return this.#options.report(new Error(message.fault), 'recording the changes of a folder')
    const call = this.#open.get(message.answer)
    this.#open.delete(message.answer)
    if ('error' in message)
      call?.reject(new HostError(message.error.code, message.error.message))
    else
      call?.resolve(message.result)
  }

  #ended(worker: Worker): void {
    const isCrash = this.#worker === worker
    if (isCrash)
      this.#worker = undefined
    for (const [call, open] of this.#open) {
      if (open.worker !== worker)
        continue
      this.#open.delete(call)
      open.reject(new HostError('closed', 'Parley stopped recording the changes in this folder. It continues with the next change.'))
    }
    if (isCrash)
      this.#options.onCrash?.()
  }
}
