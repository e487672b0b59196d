import type { Environment } from './mergeEnvironment'
import { errorMessage } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readShellEnvironment } from './readShellEnvironment'

const defaultTimeoutMs = 10_000

/** The environment for agents and commands: that of this process and, once read, that of the person's login shell. */
export class ShellEnvironment {
  /** The current variables. Always the same object, updated in place. */
  readonly variables: Environment
  readonly #current: Record<string, string | undefined>
  readonly #own: Environment
  readonly #timeoutMs: number
  readonly #listeners = new Listeners<void>()
  readonly #closing = new AbortController()
  readonly #first: Promise<string | undefined>
  #reading: Promise<void> | undefined
  #wasRead = false

  /** `readAtStart` starts reading in the background. */
  constructor({ own, readAtStart, timeoutMs = defaultTimeoutMs }: {
    own: Environment
    readAtStart: boolean
    timeoutMs?: number
  }) {
    this.#own = own
    this.variables = this.#current = { ...own }
    this.#timeoutMs = timeoutMs
    this.#first = readAtStart ? this.refresh().then(() => undefined, errorMessage) : Promise.resolve(undefined)
  }

  /** Calls `listener` after each read. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Waits up to ten seconds for the first read. Resolves to its error message, unless a later read succeeded. */
  async ready(): Promise<string | undefined> {
    const why = await this.#first
    return this.#wasRead ? undefined : why
  }

  /** Reads the environment again, for processes started afterwards. Concurrent calls share the read. */
  refresh(): Promise<void> {
    return this.#reading ??= this.#read().finally(() => this.#reading = undefined)
  }

  async dispose(): Promise<void> {
    this.#closing.abort()
    await this.#reading?.catch(() => undefined) // the caller of `refresh` gets the error
  }

  async #read(): Promise<void> {
    const read = await readShellEnvironment({
      own: this.#own,
      signal: this.#closing.signal,
      timeoutMs: this.#timeoutMs,
    })
    for (const name of Object.keys(this.#current))
      delete this.#current[name]
    Object.assign(this.#current, read)
    this.#wasRead = true
    this.#listeners.emit()
  }
}
