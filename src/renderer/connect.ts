import type { Channel } from '../shared/channel'
import { shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../shared/errors'
import { connectHost, type HostConnection } from '../shared/rpc'

/** What the desktop's preload puts on `window`: one channel in three functions, since a class does not cross the context bridge. */
export interface Bridge {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): (() => void) | undefined
  onClose(listener: () => void): (() => void) | undefined
}

/** Opens a channel to the host; rejects when the host cannot be reached. */
export type OpenChannel = () => Promise<Channel>

const firstRetryMs = 250
const lastRetryMs = 5_000

/** The way to the host that lasts: connects, and connects again when it is lost. */
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
    void this.#connect()
  }

  /** Tries again now instead of at the end of the wait. */
  retry(): void {
    if (this.#timer === undefined)
      return
    clearTimeout(this.#timer)
    void this.#connect()
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
  }

  async #connect(): Promise<void> {
    this.#timer = undefined
    try {
      const channel = await this.#open()
      if (this.#disposed)
        return
      channel.onClose(() => this.#lose('Parley is not reachable. Reconnecting…'))
      this.current.value = { number: (this.current.value?.number ?? 0) + 1, connection: connectHost(channel) }
      this.trouble.value = undefined
      this.#retryMs = firstRetryMs
    }
    catch (error) {
      this.#lose(error instanceof WrongAddress ? error.message : `Parley is not reachable. Reconnecting… ${messageOf(error)}.`)
    }
  }

  #lose(trouble: string): void {
    if (this.#disposed)
      return
    this.trouble.value = trouble
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs)
  }
}

/** The desktop's channel where preload offers one, else a WebSocket to the page's own server. */
export function chooseChannel(): OpenChannel {
  const bridge = (window as { parley?: Bridge }).parley
  if (bridge)
    return () => Promise.resolve(bridgeChannel(bridge))
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
  // Looked for at each try: a new address opened in this very tab changes the fragment and does not load the page again.
  return () => openSocket(address, takeSecret())
}

function bridgeChannel(bridge: Bridge): Channel {
  return {
    // Vue's proxies do not cross the context bridge; plain JSON does.
    send: message => bridge.send(JSON.parse(JSON.stringify(message))),
    onMessage: listener => bridge.onMessage(listener) ?? (() => undefined),
    onClose: listener => bridge.onClose(listener) ?? (() => undefined),
  }
}

/**
 * What lets this page in: the address's token, once; then the session that it was given away for, which a reload finds and a copied address
 * does not carry.
 */
type Secret = { readonly token: string } | { readonly session: string }

let unusedToken: string | undefined

function takeSecret(): Secret {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1]
  if (given !== undefined) {
    unusedToken = given
    history.replaceState(null, '', location.pathname)
  }
  return unusedToken === undefined ? { session: sessionStorage.getItem('parley.session') ?? '' } : { token: unusedToken }
}

function keepSession(session: string): void {
  unusedToken = undefined
  sessionStorage.setItem('parley.session', session)
}

/** Parley is there, but lets nobody in without the token that it printed. */
class WrongAddress extends Error {
  constructor(secret: Secret) {
    super('session' in secret && secret.session === ''
      ? 'This address lacks its token. Open the whole address that Parley printed when it started: it ends in “#token=…”.'
      : 'This address is not valid, or not any more. Open the one that Parley printed when it started.')
  }
}

function openSocket(address: string, secret: Secret): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const messages = new Set<(message: unknown) => void>()
    const closes = new Set<() => void>()
    let isWelcome = false
    let wasThere = false

    socket.onopen = () => {
      wasThere = true
      socket.send(JSON.stringify(secret))
    }
    socket.onmessage = (event) => {
      const message: unknown = JSON.parse(String(event.data))
      if (isWelcome)
        return messages.forEach(listener => listener(message))
      const { ok, session } = message as { ok?: boolean, session?: string } // the first answer is not one of the contract's packets
      isWelcome = ok === true && session !== undefined
      if (session === undefined || !isWelcome)
        return socket.close()
      keepSession(session)
      resolve(channel)
    }
    socket.onclose = () => {
      reject(wasThere ? new WrongAddress(secret) : new Error('It does not answer'))
      closes.forEach(listener => listener())
    }
    const channel: Channel = {
      send: message => socket.send(JSON.stringify(message)),
      onMessage: listener => added(messages, listener),
      onClose: listener => added(closes, listener),
    }
  })
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => set.delete(item)
}
