import type { Environment } from './mergeEnvironment'
import { errorMessage } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readShellEnvironment } from './readShellEnvironment'

const usualTimeoutMs = 10_000

/**
 * The environment that agents and commands get: this process's own, and once it has been read, that of the person's
 * login shell.
 */
export class ShellEnvironment {
  /** As far as it is known now. Always the same object, so that its holders see the newest. */
  readonly variables: Environment
  readonly #current: Record<string, string | undefined>
  readonly #own: Environment
  readonly #timeoutMs: number
  readonly #listeners = new Listeners<void>()
  readonly #closing = new AbortController()
  readonly #first: Promise<string | undefined>
  #reading: Promise<void> | undefined
  #wasRead = false

  /** With `readAtStart` it is read in the background at once. */
  constructor({ own, readAtStart, timeoutMs = usualTimeoutMs }: { own: Environment, readAtStart: boolean, timeoutMs?: number }) {
    this.#own = own
    this.variables = this.#current = { ...own }
    this.#timeoutMs = timeoutMs
    this.#first = readAtStart ? this.refresh().then(() => undefined, errorMessage) : Promise.resolve(undefined)
  }

  /** Calls `listener` whenever it was read; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Waits for the first reading, ten seconds at most. Resolves with why it failed, if it did and no later one
   * succeeded.
   */
  async ready(): Promise<string | undefined> {
    const why = await this.#first
    return this.#wasRead ? undefined : why
  }

  /** Reads it again, for processes that start from here on. Calls made meanwhile share the reading. */
  refresh(): Promise<void> {
    return this.#reading ??= this.#read().finally(() => this.#reading = undefined)
  }

  async dispose(): Promise<void> {
    this.#closing.abort()
    await this.#reading?.catch(() => undefined) // the caller that asked for it gets the error
  }

  async #read(): Promise<void> {
    const read = await readShellEnvironment({ own: this.#own, signal: this.#closing.signal, timeoutMs: this.#timeoutMs })
    for (const name of Object.keys(this.#current))
      delete this.#current[name]
    Object.assign(this.#current, read)
    this.#wasRead = true
    this.#listeners.emit()
  }
}
