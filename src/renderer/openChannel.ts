import type { Bridge } from '../shared/bridge'
import type { Channel } from '../shared/channel'
import { TextChannel } from '../shared/textChannel'
import { TextParts } from '../shared/textParts'

/** Opens a channel to the host. Rejects if the host cannot be reached. */
export type OpenChannel = () => Promise<Channel>

/** Chooses the desktop's channel if the preload provides one, or else a WebSocket to the page's server. */
export function chooseChannel(): OpenChannel {
  const { parley: bridge } = window as { parley?: Bridge }
  if (bridge)
    return () => Promise.resolve(new BridgeChannel(bridge))
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
  // Reads the token on each attempt, as opening a new address in this tab changes only the fragment.
  return () => openSocket(address)
}

/** A channel of the page. The host sends long texts in parts. */
abstract class PageChannel extends TextChannel {
  readonly #parts = new TextParts()

  protected receivePart(part: string): void {
    const text = this.#parts.add(part)
    if (text !== undefined)
      this.receiveText(text)
  }
}

class BridgeChannel extends PageChannel {
  readonly #bridge: Bridge

  constructor(bridge: Bridge) {
    super()
    this.#bridge = bridge
    bridge.onText(part => this.receivePart(part))
    bridge.onClose(() => this.end())
  }

  protected sendText(text: string): void {
    this.#bridge.send(text)
  }
}

class SocketChannel extends PageChannel {
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    super()
    this.#socket = socket
    socket.onmessage = event => this.receivePart(String(event.data))
    socket.onclose = () => this.end()
  }

  protected sendText(text: string): void {
    this.#socket.send(text)
  }
}

/**
 * This page's credential: first the token of the address, then the session that the host returned for it. The session
 * survives a reload and is not part of the address.
 */
type Secret = { readonly token: string } | { readonly session: string }

let unusedToken: string | undefined

function takeSecret(): Secret {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1]
  if (given !== undefined) {
    unusedToken = given
    history.replaceState(null, '', location.pathname)
  }
  return unusedToken === undefined
    ? { session: sessionStorage.getItem('parley.session') ?? '' }
    : { token: unusedToken }
}

function keepSession(session: string): void {
  unusedToken = undefined
  sessionStorage.setItem('parley.session', session)
}

/** Thrown if Parley responds, but the token in the address is missing or wrong. */
export class WrongAddress extends Error {
  constructor(secret: Secret) {
    super('session' in secret && secret.session === ''
      ? 'This address lacks its token. Open the whole address that Parley printed when it started: it ends in “#token=…”.'
      : 'This address is not valid, or not any more. Open the one that Parley printed when it started.')
  }
}

function openSocket(address: string): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const secret = takeSecret()
    const socket = new WebSocket(address)
    let isThere = false
    socket.onopen = () => {
      isThere = true
      socket.send(JSON.stringify(secret))
    }
    socket.onmessage = (event) => {
      const { ok, session } = JSON.parse(String(event.data)) as { ok?: boolean, session?: string } // not yet one of the contract's packets
      if (ok !== true || session === undefined)
        return socket.close()
      keepSession(session)
      resolve(new SocketChannel(socket))
    }
    socket.onclose = () => reject(isThere ? new WrongAddress(secret) : new Error('No answer'))
  })
}
