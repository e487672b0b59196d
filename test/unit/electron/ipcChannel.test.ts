import type { WebContents, WebFrameMain } from 'electron'
import type { Channel } from '../../../src/shared/channel'
import { beforeEach, expect, it } from 'vitest'
import { isAppUrl } from '../../../src/main/electron/page/appUrl'
import { serveContents } from '../../../src/main/electron/page/ipcChannel'
import { TextParts } from '../../../src/shared/textParts'
import { doubleOf, emitOn } from '../../support/electron-double/doubleOf'

/** A page at the other end of Electron's IPC, in memory. */
class Page {
  readonly sent: string[] = []
  readonly channels: { channel: Channel, received: unknown[], closes: number }[] = []
  readonly contents: WebContents = doubleOf<WebContents>('webContents', {
    ipc: doubleOf<Electron.IpcMain>('ipc', {}),
    isDestroyed: () => false,
    send: (_channel: string, text: string) => void this.sent.push(text),
  })

  constructor() {
    serveContents({
      contents: this.contents,
      isAppUrl,
      connect: (channel) => {
        const open = { channel, received: [] as unknown[], closes: 0 }
        channel.onMessage(message => open.received.push(message))
        channel.onClose(() => open.closes++)
        this.channels.push(open)
      },
    })
  }

  say(text: unknown, frame: Partial<WebFrameMain> | null = { url: 'app://parley/', parent: null }): void {
    emitOn(this.contents.ipc, 'host', { senderFrame: frame }, text)
  }
}

let page: Page
beforeEach(() => {
  page = new Page()
})

it('opens a channel when a page loads, and carries messages both ways', () => {
  page.say('')
  page.say('{"call":1}')
  page.channels[0]?.channel.send({ answer: 1 })
  expect(page.channels[0]?.received).toEqual([{ call: 1 }])
  expect(page.sent).toEqual(['{"answer":1}'])
})

it('sends a long text in parts, so that the page stays responsive', () => {
  page.say('')
  const answer = 'word '.repeat(100_000)
  page.channels[0]?.channel.send(answer)
  const parts = new TextParts()
  expect(page.sent).toHaveLength(8)
  expect(page.sent.map(part => parts.add(part)).at(-1)).toBe(JSON.stringify(answer))
})

it('closes the previous page\'s channel when another page loads', () => {
  page.say('')
  page.say('')
  page.say('{"call":1}')
  expect(page.channels.map(({ received, closes }) => ({ received, closes }))).toEqual([
    { received: [], closes: 1 },
    { received: [{ call: 1 }], closes: 0 },
  ])
})

it.each(['render-process-gone', 'destroyed'])('closes the channel on %s, once, and ignores later messages', (event) => {
  page.say('')
  emitOn(page.contents, event)
  emitOn(page.contents, 'destroyed')
  page.say('{"call":1}')
  expect(page.channels[0]).toMatchObject({ closes: 1, received: [] })
})

it('listens only to the top frame of its own page', () => {
  page.say('')
  const top = { url: 'app://parley/', parent: null } as Partial<WebFrameMain>
  for (const frame of [
    null,
    { url: 'https://parley/', parent: null },
    { url: 'app://parley.evil/', parent: null },
    { url: 'app://parley@evil/', parent: null },
    { url: 'not a url', parent: null },
    { url: 'app://parley/', parent: top as WebFrameMain },
  ])
    page.say('{"call":1}', frame)
  expect(page.channels[0]?.received).toEqual([])
})

it('closes the channel of a page that sends anything but JSON, or far too much', () => {
  page.say('')
  page.say('{')
  expect(page.channels[0]?.closes).toBe(1)
  page.say('')
  page.say(`"${'x'.repeat(64 * 1024 * 1024)}"`)
  expect(page.channels[1]?.closes).toBe(1)
  expect(page.sent).toEqual(['', ''])
})
