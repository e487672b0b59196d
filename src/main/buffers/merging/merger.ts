import type { Report } from '../../system/report'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Merged, mergeNow, mergeWhole, type MergeWork, type Merging } from '../text/mergeWork'
import { type MergeAnswer, packWork, unpackMerged } from './mergeWire'

export interface MergerOptions {
  /** The worker's program; without it, everything is merged synchronously. */
  readonly workerPath?: string | undefined
  readonly report: Report
  /** Time limit of a merge. */
  readonly budgetMs?: number
  /** Memory limit of a merge. */
  readonly budgetMegabytes?: number
}

/** Shorter texts always merge within milliseconds. */
const quickCharacters = 100_000
const quickLines = 1_000
/** An idle worker ends after this time. */
const idleMs = 30_000

/** Merges texts without blocking the host: long ones in a worker, with limits on time and memory. */
export class Merger {
  readonly #options: MergerOptions
  #worker: Worker | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: MergerOptions) {
    this.#options = options
  }

  /** Never rejects. Merges over the limits are not compared by lines. */
  async merge(work: MergeWork): Promise<Merged> {
    const { workerPath } = this.#options
    if (workerPath === undefined || isQuick(work) || !existsSync(workerPath))
      return mergeNow(work)
    const merged = this.#turn.then(() => this.#mergeInThread(work, workerPath))
    this.#turn = merged
    return merged
  }

  /** Runs a generator that yields merges. */
  async run(merging: Merging): Promise<void> {
    for (let step = merging.next(); !step.done;)
      step = merging.next(await this.merge(step.value))
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.#end()
  }

  async #mergeInThread(work: MergeWork, workerPath: string): Promise<Merged> {
    const asked = await packWork(work)
    if (this.#isDisposed)
      return mergeWhole(work)
    clearTimeout(this.#idle)
    const answer = await this.#answer(this.#worker ??= this.#start(workerPath), asked)
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref()
    return answer ? unpackMerged(answer) : mergeWhole(work)
  }

  /** Returns `undefined` if the merge takes too long or runs out of memory. */
  async #answer(worker: Worker, asked: unknown): Promise<MergeAnswer | undefined> {
    const { budgetMs = 3_000 } = this.#options
    return new Promise((resolve) => {
      const finish = (answer: MergeAnswer | undefined): void => {
        clearTimeout(timer)
        worker.removeAllListeners('message').removeAllListeners('exit')
        resolve(answer ?? this.#end().then(() => undefined))
      }
      const timer = setTimeout(() => finish(undefined), budgetMs)
      worker.once('message', finish).once('exit', () => finish(undefined))
      worker.postMessage(asked)
    })
  }

  #start(workerPath: string): Worker {
    const { budgetMegabytes: maxOldGenerationSizeMb = 512, report } = this.#options
    const worker = new Worker(workerPath, { name: 'merge', resourceLimits: { maxOldGenerationSizeMb } })
    worker.unref()
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') // expected, because of the memory limit
        report(error, 'merging texts')
    })
    return worker
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

function isQuick(work: MergeWork): boolean {
  const texts = [work.ours, work.theirs, ...work.kind === 'follow' ? [] : [work.base]]
  return texts.every(text => text.length <= quickCharacters && text.lines <= quickLines)
}
