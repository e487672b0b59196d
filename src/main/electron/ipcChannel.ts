import type { IpcMainEvent, WebContents } from 'electron'
import type { Channel } from '../../shared/channel'

/** Longer texts than any honest page sends; a page that does is cut off. */
const limitCharacters = 64 * 1024 * 1024

/**
 * Gives `connect` a channel for each page that begins in `contents`, and closes it when that page is left, crashes or is closed.
 * Only the top frame of a page that `isOurs` is heard.
 */
export function serveContents({ contents, isOurs, connect }: {
  contents: WebContents
  isOurs: (url: string) => boolean
  connect: (channel: Channel) => void
}): void {
  let current: IpcChannel | undefined
  const close = (): void => {
    current?.close()
    current = undefined
  }
  contents.ipc.on('host', (event, text: unknown) => {
    if (!isFromOurTopFrame(event, isOurs) || typeof text !== 'string')
      return
    if (text === '') {
      close()
      current = new IpcChannel(contents)
      connect(current)
    }
    else if (text.length > limitCharacters) {
      close()
    }
    else {
      current?.receive(text)
    }
  })
  contents.on('render-process-gone', close)
  contents.on('destroyed', close)
}

function isFromOurTopFrame(event: IpcMainEvent, isOurs: (url: string) => boolean): boolean {
  const frame = event.senderFrame // null once the frame is gone
  return frame !== null && frame.parent === null && isOurs(frame.url)
}

class IpcChannel implements Channel {
  readonly #contents: WebContents
  readonly #messageListeners = new Set<(message: unknown) => void>()
  readonly #closeListeners = new Set<() => void>()
  #isClosed = false

  constructor(contents: WebContents) {
    this.#contents = contents
  }

  send(message: unknown): void {
    if (!this.#isClosed && !this.#contents.isDestroyed())
      this.#contents.send('host', JSON.stringify(message))
  }

  receive(text: string): void {
    const message = parsed(text)
    if (message === undefined)
      return this.close()
    for (const listener of [...this.#messageListeners])
      listener(message)
  }

  onMessage(listener: (message: unknown) => void): () => void {
    this.#messageListeners.add(listener)
    return () => this.#messageListeners.delete(listener)
  }

  onClose(listener: () => void): () => void {
    this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  close(): void {
    if (this.#isClosed)
      return
    this.#isClosed = true
    if (!this.#contents.isDestroyed())
      this.#contents.send('host', '')
    for (const listener of [...this.#closeListeners])
      listener()
  }
}

/** `undefined` when it is not JSON: preload sends nothing else, so whoever did is not to be trusted. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
