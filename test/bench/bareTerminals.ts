import type { Terminal } from '@xterm/xterm'
import type { OwnApp } from '../e2e/app/app'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Selector of the layer over the window in which the reference is drawn. */
export const bareTerminals = '#bare'

/** A rectangle over the window, in pixels. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Opens a shell of the same host in each rectangle, drawn by plain xterm, which writes output from its own WebSocket at
 * once. Returns the ids.
 */
export async function openBareTerminals(app: OwnApp, places: readonly Place[]): Promise<string[]> {
  const client = await app.client()
  if (!client)
    throw new Error('There is no web host.')
  const { host } = client
  const ids = await Promise.all(places.map(async () => (await host.createOwnTerminal({ folder: app.folders.workspace })).terminalId))
  const library = createRequire(import.meta.url).resolve('@xterm/xterm/lib/xterm.js')
  await app.page.evaluate(readFileSync(library, 'utf8'))
  await app.page.evaluate(async ({ ids, places }) => {
    const box = document.createElement('div')
    box.id = 'bare'
    document.body.append(box)
    const socket = new WebSocket(`ws://${location.host}/ws`)
    await new Promise(resolve => socket.addEventListener('open', resolve))
    socket.send(JSON.stringify({ session: sessionStorage.getItem('parley.session') })) // as a page that is reloaded
    let call = 1
    const send = (method: string, params: object): void => socket.send(JSON.stringify({ call: call++, method, params }))
    await new Promise(resolve => socket.addEventListener('message', resolve, { once: true })) // its welcome
    const { Terminal: Bare } = globalThis as unknown as { Terminal: new (options: object) => Terminal } // evaluated above
    // The window's own terminals.
    const { fontFamily, fontSize } = getComputedStyle(document.querySelector('[data-place=terminals] .xterm-rows')!)
    const font = { fontFamily, fontSize: Number.parseFloat(fontSize) }
    const terminals = new Map(ids.map((terminalId, index) => {
      const { x, y, width, height } = places[index]!
      const place = document.createElement('div')
      place.style.cssText = `position: fixed; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px; z-index: 1000`
      box.append(place)
      const terminal = new Bare(font)
      terminal.open(place)
      const { width: cellWidth, height: cellHeight } = place.querySelector('.xterm-screen')!.getBoundingClientRect()
      const columns = Math.floor(width / (cellWidth / terminal.cols))
      const rows = Math.floor(height / (cellHeight / terminal.rows))
      terminal.resize(columns, rows)
      send('openTerminal', { terminalId })
      send('resizeTerminal', { terminalId, columns, rows })
      terminal.onData(data => send('writeTerminal', { terminalId, data }))
      return [terminalId, terminal] as const
    }))
    let parts = ''
    socket.addEventListener('message', ({ data: received }) => {
      const text = String(received)
      parts += text.replace(/^[+=]/, '') // a long message comes in parts
      if (text.startsWith('+'))
        return
      const whole = parts
      parts = ''
      const packet = JSON.parse(whole) as { event?: string, payload?: { terminalId: string, data: string, offset: number } }
      if (packet.event !== 'terminalOutput' || !packet.payload)
        return
      const { terminalId, data: output, offset } = packet.payload
      terminals.get(terminalId)?.write(output, () => send('ackTerminal', { terminalId, offset }))
    })
  }, { ids, places })
  return ids
}
