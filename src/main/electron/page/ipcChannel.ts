import type { IpcMainEvent, WebContents } from 'electron'
import type { Channel } from '../../../shared/channel'
import { TextChannel } from '../../../shared/textChannel'
import { splitText } from '../../../shared/textParts'

/** Longer than any text of a legitimate page. A page that exceeds this is disconnected. */
const limitCharacters = 64 * 1024 * 1024

/**
 * Passes a channel to `connect` for each page loaded in `contents`, and closes it when the page is left, crashes or is
 * closed. Accepts messages only from the top frame of Parley's own page.
 */
export function serveContents({ contents, isAppUrl, connect }: {
  contents: WebContents
  isAppUrl: (url: string) => boolean
  connect: (channel: Channel) => void
}): void {
  let current: IpcChannel | undefined
  const close = (): void => {
    current?.close()
    current = undefined
  }
  contents.ipc.on('host', (event, text: unknown) => {
    if (!isFromAppTopFrame(event, isAppUrl) || typeof text !== 'string')
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

function isFromAppTopFrame(event: IpcMainEvent, isAppUrl: (url: string) => boolean): boolean {
  const frame = event.senderFrame // null once the frame has been destroyed
  return frame !== null && frame.parent === null && isAppUrl(frame.url)
}

class IpcChannel extends TextChannel {
  readonly #contents: WebContents

  constructor(contents: WebContents) {
    super()
    this.#contents = contents
  }

  receive(text: string): void {
    if (!this.receiveText(text))
      this.close()
  }

  close(): void {
    if (this.end() && !this.#contents.isDestroyed())
      this.#contents.send('host', '')
  }

  protected sendText(text: string): void {
    for (const part of this.#contents.isDestroyed() ? [] : splitText(text))
      this.#contents.send('host', part)
  }
}
