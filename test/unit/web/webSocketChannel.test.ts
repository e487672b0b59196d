import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { WebSocketChannel } from '../../../src/main/web/webSocketChannel'
import { TextParts } from '../../../src/shared/textParts'

it('closes when the page stops answering its heartbeat', async () => {
  const { channel, page } = await joinPage({ everyMs: 50, autoPong: false })
  const pageClosed = once(page, 'close')
  await new Promise<void>(resolve => channel.onClose(resolve))
  await pageClosed
})

it('stays open while the page answers its heartbeat', async () => {
  const { channel, page } = await joinPage({ everyMs: 150, autoPong: true })
  for (let count = 0; count < 3; count++)
    await once(page, 'ping')
  channel.send('still there')
  expect(String((await once(page, 'message'))[0])).toBe('"still there"')
})

it('sends a long text in parts, so that the page stays responsive', async () => {
  const { channel, page } = await joinPage({ everyMs: 10_000, autoPong: true })
  const sent: string[] = []
  page.on('message', data => sent.push(String(data)))
  const answer = 'word '.repeat(100_000)
  channel.send(answer)
  await expect.poll(() => sent).toHaveLength(8)
  const parts = new TextParts()
  expect(sent.map(part => parts.add(part)).at(-1)).toBe(JSON.stringify(answer))
})

it('disconnects a page that does not read, and sends nothing more', async () => {
  const { channel, page } = await joinPage({ everyMs: 10_000, autoPong: true })
  page.pause()
  const closed = new Promise<void>(resolve => channel.onClose(resolve))
  for (let count = 0; count < 100; count++)
    channel.send('x'.repeat(2 ** 20))
  await closed
  channel.send('to nobody')
})

it('calls each listener until it is removed', async () => {
  const { channel, page } = await joinPage({ everyMs: 10_000, autoPong: true })
  const heard: unknown[] = []
  const stop = channel.onMessage(message => heard.push(message))
  page.send('1')
  await expect.poll(() => heard).toEqual([1])
  stop()
  const again = new Promise(resolve => channel.onMessage(resolve))
  page.send('2')
  expect(await again).toBe(2)
  expect(heard).toEqual([1])
})

async function joinPage({
  everyMs,
  autoPong,
}: {
  everyMs: number
  autoPong: boolean
}): Promise<{ channel: WebSocketChannel, page: WebSocket }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong })
  onTestFinished(() => page.terminate())
  await once(page, 'open')
  const [socket] = await connected
  return { channel: new WebSocketChannel(socket, { everyMs }), page }
}
