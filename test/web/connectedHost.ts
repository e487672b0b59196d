import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Channel } from '../../src/shared/channel'
import { connectHost, type HostConnection } from '../../src/shared/rpc'
import { next } from './testServer'

/** What Parley prints once it can be used. */
export const readyLine = /^Parley is ready at http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]{43})$/

/** The host behind a ready line, as its page reaches it. */
export async function connectedHost(line: string): Promise<HostConnection> {
  const [, port, token] = readyLine.exec(line) ?? []
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: `http://127.0.0.1:${port}` })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  socket.send(JSON.stringify({ token }))
  expect(await next(socket)).toMatch(/^{"ok":true,"session":/)
  const channel: Channel = {
    send: message => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.on('message', bytes => listener(JSON.parse(String(bytes))))
      return () => undefined
    },
    onClose: (listener) => {
      socket.on('close', listener)
      return () => undefined
    },
  }
  return connectHost(channel)
}
