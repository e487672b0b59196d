import type { Channel } from '../../../src/shared/channel'
import { WebSocket } from 'ws'
import { connectHost, type HostConnection } from '../../../src/shared/rpc'
import { TextParts } from '../../../src/shared/textParts'

/** Printed by Parley once it is ready. */
export const readyLine = /^Parley is ready at http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]{43})$/

/** The host behind a ready line, as its page reaches it. `closed` resolves after its last message. */
export async function connectedHost(line: string): Promise<HostConnection & { readonly closed: Promise<void> }> {
  const [, port, token] = readyLine.exec(line) ?? []
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: `http://127.0.0.1:${port}` })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  socket.send(JSON.stringify({ token }))
  const answer = await new Promise<string>((resolve, reject) =>
    socket.once('message', bytes => resolve(String(bytes))).once('close', code => reject(new Error(`the socket was closed with ${code}`))),
  )
  if (!answer.startsWith('{"ok":true,"session":'))
    throw new Error(`the host answered ${answer}`)
  const channel: Channel = {
    send: message => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      const parts = new TextParts()
      socket.on('message', (bytes) => {
        const text = parts.add(String(bytes))
        if (text !== undefined)
          listener(JSON.parse(text))
      })
      return () => undefined
    },
    onClose: (listener) => {
      socket.on('close', listener)
      return () => undefined
    },
  }
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  return { ...connectHost(channel), closed }
}
