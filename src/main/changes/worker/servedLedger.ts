import type { MessagePort } from 'node:worker_threads'
import type { LedgerCalls } from '../ledgerCalls'
import type { FromLedger, LedgerCall, ToLedger } from './ledgerWire'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { HostError } from '../../../shared/errors'
import { toStorageError } from '../../store/storageError'
import { Evidence, type EvidenceState, type Note } from '../evidence'
import { Ledger, type LedgerOptions } from '../ledger'
import { Review } from '../review/review'

/** Duration of a background read, which may delay a call. */
const readForMs = 30
/** How long an operation writes at a time, because a prompt must not wait for thousands of files. */
const workForMs = 250
/** Polling interval during a turn if the system reports no changes. */
const pollMs = 5_000
/** Pause after a full disk, because each scan would start over and fail again. */
const fullForMs = 5_000
/** Old contents are deleted after this time without a call. */
const idleMs = 20_000

/** Calls that need a scan first. */
const scansFirst: ReadonlySet<LedgerCall> = new Set(['catchUp', 'list', 'read', 'previewReject', 'previewRestore'] satisfies LedgerCall[])

export interface ServedOptions extends Omit<LedgerOptions, 'onReported' | 'onWrite' | 'evidence'> {
  /** Events before its start. */
  readonly evidence?: EvidenceState
}

/** Handles the host's events and calls in order, scans when the system reports changes, and reads files in between. */
export class ServedLedger {
  readonly #options: ServedOptions
  readonly #port: MessagePort
  readonly #evidence: Evidence
  #ledger: Ledger | undefined
  #review: Review | undefined
  #queue = Promise.resolve()
  #isReading = false
  #isScanDue = false
  #hasEnded = false
  #fullUntil = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: ServedOptions, port: MessagePort) {
    this.#options = options
    this.#port = port
    this.#evidence = new Evidence(options.evidence)
  }

  serve(): void {
    setInterval(() => {
      if (this.#ledger?.isPolling && this.#isTurnOpen())
        this.#scheduleScan()
    }, pollMs).unref()
    this.#port.on('message', (message: ToLedger) => {
      this.#queue = this.#queue.then(() => this.#take(message))
    })
    if (this.#isTurnOpen())
      this.#scheduleScan() // the previous worker crashed
  }

  #isTurnOpen(): boolean {
    return this.#evidence.turnsAt(Date.now()).length > 0
  }

  #take(message: ToLedger): Promise<void> | void {
    if ('end' in message)
      return this.#end()
    return 'note' in message ? this.#takeNote(message.note) : this.#answer(message)
  }

  async #takeNote(note: Note): Promise<void> {
    await waitForEvents()
    const opened = Date.now() < this.#fullUntil ? undefined : this.#inBackground(() => this.#opened())
    if (!opened) {
      this.#evidence.apply(note)
      return
    }
    this.#publish(() => opened.ledger.apply(note))
    this.#idle()
  }

  /** Scans where changes were reported. */
  #scheduleScan(): void {
    if (this.#isScanDue)
      return
    this.#isScanDue = true
    const now = Date.now()
    // Events that the host has already sent arrive within one iteration of the event loop and are handled first.
    setImmediate(() => {
      this.#queue = this.#queue.then(() => {
        this.#isScanDue = false
        this.#scan(now)
        this.#idle()
      })
    })
  }

  #scan(knownUpTo: number): void {
    if (Date.now() >= this.#fullUntil && !this.#hasEnded)
      this.#publish(() => this.#opened().ledger.scan(knownUpTo))
  }

  #publish(work: () => boolean): void {
    if (this.#inBackground(work))
      this.#send({ changed: true })
  }

  /** Reads files and, after a while without calls, prunes. */
  #idle(): void {
    clearTimeout(this.#idleTimer)
    if (this.#hasEnded)
      return
    this.#readInBackground()
    this.#idleTimer = setTimeout(() => this.#whenIdle(), this.#ledger?.needsPruning ? 0 : idleMs)
  }

  async #answer({ call, name, params, at }: Extract<ToLedger, { call: number }>): Promise<void> {
    await waitForEvents()
    clearTimeout(this.#idleTimer)
    try {
      const { ledger, review } = this.#opened()
      if (scansFirst.has(name))
        this.#scan(at)
      const result: unknown = bindCall(name, ledger, review)(params)
      this.#send({ answer: call, result })
    }
    catch (thrown) {
      const error = toStorageError(thrown)
      const isExpected = error instanceof HostError
      if (isExpected && error.code === 'storage')
        this.#fullUntil = Date.now() + fullForMs
      const result = isExpected && error.code === 'storage' ? createUnrecordedResponse(name, error) : undefined
      if (!isExpected)
        this.#send({ fault: formatStackTrace(error) })
      const code = isExpected ? error.code : 'internal'
      const message = isExpected ? error.message : 'The changes of this folder could not be read. What is recorded of it is kept.'
      this.#send(result ? { answer: call, result } : { answer: call, error: { code, message } })
    }
    this.#idle()
  }

  #opened(): { ledger: Ledger, review: Review } {
    const ledger = this.#ledger ??= new Ledger({
      ...this.#options,
      evidence: this.#evidence,
      onReported: () => this.#scheduleScan(),
      onWrite: note => this.#send({ note }),
    })
    const review = this.#review ??= this.#openReview(ledger)
    return { ledger, review }
  }

  #openReview(ledger: Ledger): Review {
    const review = new Review(ledger, { workForMs })
    review.rollForward()
    return review
  }

  /** Reads files in the background while no call waits. */
  #readInBackground(): void {
    if (this.#isReading)
      return
    this.#isReading = true
    const step = (): void => {
      this.#queue = this.#queue.then(async () => {
        const hasMore = this.#inBackground(() => this.#ledger?.readMore(readForMs) ?? false)
        await turnOfLoop()
        if (hasMore)
          step()
        else
          this.#isReading = false
      })
    }
    step()
  }

  #whenIdle(): void {
    this.#queue = this.#queue.then(() => {
      if (this.#inBackground(() => this.#ledger?.collect() ?? false))
        this.#idleTimer = setTimeout(() => this.#whenIdle())
      else
        this.#readInBackground() // files that did not fit before
    })
  }

  #inBackground<T>(work: () => T): T | undefined {
    try {
      return work()
    }
    catch (thrown) {
      const error = toStorageError(thrown)
      // The next call reports a full disk; no caller waits here.
      if (!(error instanceof HostError))
        this.#send({ fault: formatStackTrace(error) })
      else if (error.code === 'storage')
        this.#fullUntil = Date.now() + fullForMs
      return undefined
    }
  }

  #end(): void {
    this.#hasEnded = true
    clearTimeout(this.#idleTimer)
    this.#ledger?.dispose()
    this.#ledger = undefined
    this.#port.close()
  }

  #send(message: FromLedger): void {
    this.#port.postMessage(message)
  }
}

/** Lets pending file system events arrive. One iteration of the event loop may already be past its poll phase. */
async function waitForEvents(): Promise<void> {
  await turnOfLoop()
  await turnOfLoop()
}

function bindCall(name: LedgerCall, ledger: Ledger, review: Review): (params: unknown) => unknown {
  const calls: LedgerCalls = {
    beginTurn: ledger.beginTurn,
    abandonTurn: ledger.abandonTurn,
    endTurn: ledger.endTurn,
    catchUp: () => undefined,
    claim: ledger.claim,
    list: review.list,
    tally: review.tally,
    read: review.read,
    decide: review.decide,
    previewReject: review.previewReject,
    decideAll: review.decideAll,
    resume: review.resume,
    undoDecision: review.undoDecision,
    lastAct: review.lastAct,
    undo: review.undo,
    previewRestore: review.previewRestore,
    restore: review.restore,
    forget: (thread) => {
      review.forget(thread)
      ledger.forget(thread)
    },
  }
  return calls[name] as (params: unknown) => unknown // calls are typed on the host's side
}

/** Creates a response that lets the turn continue unrecorded if the disk is full. */
function createUnrecordedResponse(name: LedgerCall, { message }: HostError): object | undefined {
  const gap = `What changes is not recorded. ${message}`
  switch (name) {
    case 'beginTurn': return { gap } satisfies ReturnType<LedgerCalls['beginTurn']>
    case 'endTurn': return { count: 0, files: [], gap } satisfies ReturnType<LedgerCalls['endTurn']>
    case 'catchUp':
    case 'abandonTurn': return {}
    default: return undefined // the person gets the error
  }
}

function formatStackTrace(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error)
}
