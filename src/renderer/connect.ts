import type { Channel } from '../shared/channel'
import { shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../shared/errors'
import { connectHost, type HostConnection } from '../shared/rpc'
import { type OpenChannel, WrongAddress } from './openChannel'

const firstRetryMs = 250
const lastRetryMs = 5_000

/** The lasting link to the host: connects, and connects again when the connection is lost. */
export class HostLink {
  /** The connection in use; a new one, with a new number, after each loss, so that everything built on it starts afresh. */
  readonly current: ShallowRef<{ readonly number: number, readonly connection: HostConnection } | undefined> = shallowRef()
  /** Why the host cannot be reached just now; absent while it can. */
  readonly trouble: ShallowRef<string | undefined> = shallowRef()
  readonly #open: OpenChannel
  #retryMs = firstRetryMs
  #timer: ReturnType<typeof setTimeout> | undefined
  #disposed = false

  constructor(open: OpenChannel) {
    this.#open = open
    this.#connect()
  }

  /** Tries again now instead of at the end of the wait. */
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
      error => this.#lose(error instanceof WrongAddress ? error.message : `Parley is not reachable. Reconnecting… ${messageOf(error)}.`),
    )
  }

  #use(channel: Channel): void {
    if (this.#disposed)
      return
    channel.onClose(() => this.#lose('Parley is not reachable. Reconnecting…'))
    this.current.value = { number: (this.current.value?.number ?? 0) + 1, connection: connectHost(channel) }
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
