import type { Channel } from '../../../src/shared/channel'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { connectHost, type HostConnection } from '../../../src/shared/rpc'
import { TextParts } from '../../../src/shared/textParts'

/** A connection to a web host like a page's. */
export interface HostClient extends HostConnection {
  close: () => void
}

/** Connects to a web host at the address that it printed. */
export async function openHostClient(address: string): Promise<HostClient> {
  const { origin, host, hash } = new URL(address)
  const socket = new WebSocket(`ws://${host}/ws`, { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify({ token: hash.replace('#token=', '') }))
  await once(socket, 'message') // its welcome
  return { ...connectHost(channelOf(socket)), close: () => socket.close() }
}

function channelOf(socket: WebSocket): Channel {
  return {
    send: message => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      const parts = new TextParts()
      const read = (data: Buffer): void => {
        const text = parts.add(data.toString())
        if (text !== undefined)
          listener(JSON.parse(text))
      }
      socket.on('message', read)
      return () => socket.off('message', read)
    },
    onClose: (listener) => {
      socket.once('close', listener)
      return () => socket.off('close', listener)
    },
  }
}
