import type { MessagePort } from 'node:worker_threads'
import type { LedgerCalls, TurnWitness } from '../ledgerCalls'
import type { FromLedger, LedgerCall, ToLedger } from './ledgerWire'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { HostError } from '../../../shared/errors'
import { asStorageError } from '../../store/storageError'
import { Ledger, type LedgerOptions } from '../ledger'
import { Review } from '../review/review'

/** How long the background reads without a pause, and so how long a call may have to wait for it. */
const readForMs = 30
/** How long an operation writes without a pause: a prompt must not wait for thousands of files. */
const workForMs = 250
/** How often a running turn's changes are looked for where the system reports none. */
const unaskedLookMs = 5_000
/** The pause after the disk was full: each look would start over, and fail again. */
const fullForMs = 5_000
/** Old contents are deleted after this long without a call. */
const restMs = 20_000

/** Answers the host's calls one after the other, and reads on in between. */
export class ServedLedger {
  readonly #options: Omit<LedgerOptions, 'onHeard'>
  readonly #port: MessagePort
  #ledger: Ledger | undefined
  #review: Review | undefined
  #line = Promise.resolve()
  #isReading = false
  /** The host's last call said that a turn is open. After a crash in a turn, the ledger itself no longer says so. */
  #isTurnTold = false
  #fullUntil = 0
  #rest: NodeJS.Timeout | undefined

  constructor(options: Omit<LedgerOptions, 'onHeard'>, port: MessagePort) {
    this.#options = options
    this.#port = port
  }

  serve(): void {
    setInterval(() => {
      if (this.#ledger?.isDeaf && (this.#isTurnTold || this.#ledger.hasOpenTurn))
        this.#send({ heard: true })
    }, unaskedLookMs).unref()
    this.#port.on('message', (message: ToLedger) => {
      this.#line = this.#line.then(() => 'end' in message ? this.#end() : this.#answer(message))
    })
  }

  async #answer({ call, name, params }: Extract<ToLedger, { call: number }>): Promise<void> {
    // What the system had to tell of changes is heard before they are looked for.
    await turnOfLoop()
    clearTimeout(this.#rest)
    try {
      if (hasWitness(params))
        this.#isTurnTold = params.witness.length > 0
      const result: unknown = this.#call(name, params)
      this.#send({ answer: call, result })
    }
    catch (thrown) {
      const error = asStorageError(thrown)
      const isExpected = error instanceof HostError
      if (isExpected && error.code === 'storage')
        this.#fullUntil = Date.now() + fullForMs
      const result = isExpected && error.code === 'storage' ? unrecorded(name, error) : undefined
      if (!isExpected)
        this.#send({ fault: stackOf(error) })
      const code = isExpected ? error.code : 'internal'
      const message = isExpected ? error.message : 'The changes of this folder could not be read. What is recorded of it is kept.'
      this.#send(result ? { answer: call, result } : { answer: call, error: { code, message } })
    }
    this.#readOn()
    this.#rest = setTimeout(() => this.#inRest(), this.#ledger?.wantsCare ? 0 : restMs)
  }

  #call(name: LedgerCall, params: unknown): unknown {
    if (name === 'look' && Date.now() < this.#fullUntil)
      return { isChanged: false }
    const ledger = this.#ledger ??= this.#open()
    const review = this.#review ??= this.#openReview(ledger)
    const calls: LedgerCalls = {
      beginTurn: ledger.beginTurn,
      abandonTurn: ledger.abandonTurn,
      endTurn: ledger.endTurn,
      look: ledger.look,
      lookAt: ledger.lookAt,
      claim: ledger.claim,
      list: review.list,
      tally: review.tally,
      read: review.read,
      decide: review.decide,
      previewReject: review.previewReject,
      decideAll: review.decideAll,
      goOn: review.goOn,
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
    const call = calls[name] as (params: unknown) => unknown // the host's calls are typed where they are made
    return call(params)
  }

  #open(): Ledger {
    return new Ledger({ ...this.#options, onHeard: () => this.#send({ heard: true }) })
  }

  #openReview(ledger: Ledger): Review {
    const review = new Review(ledger, { workForMs })
    review.rollForward()
    return review
  }

  /** Reads what is not recorded yet, as long as no call waits. */
  #readOn(): void {
    if (this.#isReading)
      return
    this.#isReading = true
    const step = (): void => {
      this.#line = this.#line.then(async () => {
        const isLeft = this.#inBackground(() => this.#ledger?.readMore(readForMs) ?? false)
        await turnOfLoop()
        if (isLeft)
          step()
        else
          this.#isReading = false
      })
    }
    step()
  }

  #inRest(): void {
    this.#line = this.#line.then(() => {
      if (this.#inBackground(() => this.#ledger?.collect() ?? false))
        this.#rest = setTimeout(() => this.#inRest())
      else
        this.#readOn() // what found no room before
    })
  }

  #inBackground(work: () => boolean): boolean {
    try {
      return work()
    }
    catch (error) {
      // A full disk is reported by the next call; no caller waits here.
      if (!(error instanceof HostError))
        this.#send({ fault: stackOf(error) })
      return false
    }
  }

  #end(): void {
    clearTimeout(this.#rest)
    this.#ledger?.dispose()
    this.#ledger = undefined
    this.#port.close()
  }

  #send(message: FromLedger): void {
    this.#port.postMessage(message)
  }
}

/** If nothing can be stored, the turn continues and says that it is not recorded. */
function unrecorded(name: LedgerCall, { message }: HostError): object | undefined {
  const gap = `What changes is not recorded. ${message}`
  switch (name) {
    case 'beginTurn': return { gap } satisfies ReturnType<LedgerCalls['beginTurn']>
    case 'endTurn': return { count: 0, files: [], gap } satisfies ReturnType<LedgerCalls['endTurn']>
    case 'look': return { isChanged: false } satisfies ReturnType<LedgerCalls['look']>
    case 'lookAt':
    case 'abandonTurn': return {}
    default: return undefined // the person waits for an answer, and is told why there is none
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error)
}

function hasWitness(params: unknown): params is { readonly witness: readonly TurnWitness[] } {
  return typeof params === 'object' && params !== null && 'witness' in params && Array.isArray(params.witness)
}
