import type { Channel } from '../shared/channel'
import { shallowRef, type ShallowRef } from 'vue'
import { errorMessage } from '../shared/errors'
import { connectHost, type HostConnection } from '../shared/rpc'
import { type OpenChannel, WrongAddress } from './openChannel'
import { visibleText } from './text/visibleText'
import { connectionWords as words } from './words'

const firstRetryMs = 250
const lastRetryMs = 5_000

/** The window's link to the host: connects, and reconnects when the connection is lost. */
export class HostLink {
  /** The current connection. Each one has a new number, which remounts everything. */
  readonly current: ShallowRef<{
    readonly number: number
    readonly connection: HostConnection
  } | undefined> = shallowRef()

  /** Why the host cannot be reached; `undefined` if it can. */
  readonly trouble: ShallowRef<string | undefined> = shallowRef()
  readonly #open: OpenChannel
  #retryMs = firstRetryMs
  #timer: ReturnType<typeof setTimeout> | undefined
  #disposed = false

  constructor(open: OpenChannel) {
    this.#open = open
    this.#connect()
  }

  /** Tries again now instead of waiting for the next attempt. */
  retry(): void {
    if (this.#timer === undefined)
      return
    clearTimeout(this.#timer)
    this.#connect()
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
  }

  #connect(): void {
    this.#timer = undefined
    this.#open().then(
      channel => this.#use(channel),
      error => this.#lose(error instanceof WrongAddress ? error.message : words.notReached(errorMessage(error))),
    )
  }

  #use(channel: Channel): void {
    if (this.#disposed)
      return
    channel.onClose(() => this.#lose(words.lost))
    this.current.value = {
      number: (this.current.value?.number ?? 0) + 1,
      connection: connectHost(channel, visibleText),
    }
    this.trouble.value = undefined
    this.#retryMs = firstRetryMs
  }

  #lose(trouble: string): void {
    if (this.#disposed)
      return
    this.trouble.value = trouble
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs)
  }
}
