import type { Channel } from '../../src/shared/channel'
import { TextChannel } from '../../src/shared/textChannel'

/** Two channels joined in memory. Messages are cloned through JSON, as over a socket, and delivered in a microtask. */
export function channelPair(): { left: Channel, right: Channel, close: () => void } {
  const left = new Endpoint()
  const right = new Endpoint()
  left.peer = right
  right.peer = left
  return {
    left,
    right,
    close: () => {
      left.close()
      right.close()
    },
  }
}

class Endpoint extends TextChannel {
  peer: Endpoint | undefined

  close(): void {
    this.end()
  }

  protected sendText(text: string): void {
    queueMicrotask(() => this.peer?.receive(text))
  }

  receive(text: string): void {
    if (!this.isClosed)
      this.receiveText(text)
  }
}
