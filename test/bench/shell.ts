import type { Page } from '@playwright/test'
import type { OwnApp } from '../e2e/app/app'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp } from '../e2e/app/openOwnApp'
import { OpenThread } from '../e2e/app/openThread'
import { lightBrowser } from '../support/browserSwitches'
import { streamInOthers } from './combined'
import { type BenchRow, benchRow } from './row'
import { streaming } from './streaming'

const keys = 60
const rounds = 5
/** Longer than an echo takes, so that each key finds a terminal at rest. */
const pauseMs = 60
/** 200 kB a second of lines, as the commands of `combined` write. */
const writes = `node -e 'setInterval(() => process.stdout.write(("y".repeat(76) + "\\n").repeat(26)), 10)'`

/**
 * Shells of the person's own: `combined` with three of them instead of an agent's terminals, and how soon a key's echo
 * is drawn. Needs a build.
 */
export async function bench(): Promise<BenchRow[]> {
  const together = await streaming('shell', async (thread) => {
    await streamInOthers(thread)
    const page = thread.log.page()
    const screens = page.getByRole('region', { name: 'Terminals' }).locator('.xterm-rows:visible')
    await page.keyboard.press('Control+`')
    for (let pane = 1; pane <= 3; pane++) {
      await screens.nth(pane - 1).filter({ hasText: /[$#]/ }).waitFor()
      await page.keyboard.type(`${writes}\n`)
      if (pane < 3)
        await page.keyboard.press('Control+Shift+5')
    }
  })
  return [...together.map(row => ({ ...row, name: `three shells that write: ${row.name}` })), await echo()]
}

/** The time from a key to the frame in which its echo is drawn, against a bare xterm on a channel of the same host. */
async function echo(): Promise<BenchRow> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  const app = await openOwnApp({ browserPage: await BrowserPage.open(browser), agents: {} })
  try {
    const { page } = app
    await new OpenThread(app).start()
    await page.keyboard.press('Control+`')
    await page.locator('.xterm-rows').filter({ hasText: /[$#]/ }).waitFor()
    await page.keyboard.type('cat\n')
    await openBareTerminal(app)
    const ours: number[] = []
    const bare: number[] = []
    // By turns, so that whatever else the machine does falls on both; the first round does not count.
    for (let round = 0; round <= rounds; round++) {
      const measured = [await echoesOf(page, '[data-place=terminals]'), await echoesOf(page, '#bare')] as const
      if (round > 0) {
        ours.push(...measured[0])
        bare.push(...measured[1])
      }
    }
    const [value, reference] = [p95(ours), p95(bare)]
    return benchRow({
      area: 'shell',
      name: 'key to drawn echo, p95, against a bare xterm on the same channel',
      value,
      unit: 'ms',
      reference,
      ratio: value / reference,
      target: '<= 1.2x',
    })
  }
  finally {
    await app.end()
    await browser.close()
  }
}

/** Puts an xterm over the window, which speaks with a shell of the same host over a WebSocket of its own. */
async function openBareTerminal(app: OwnApp): Promise<void> {
  const client = await app.client()
  if (!client)
    throw new Error('There is no web host.')
  const { terminalId } = await client.host.createOwnTerminal({ folder: app.folders.workspace })
  await client.host.writeTerminal({ terminalId, data: 'cat\r' })
  const library = createRequire(import.meta.url).resolve('@xterm/xterm/lib/xterm.js')
  await app.page.evaluate(readFileSync(library, 'utf8'))
  await app.page.evaluate(async (terminalId) => {
    const box = document.createElement('div')
    box.id = 'bare'
    box.style.cssText = 'position: fixed; inset: 0 0 auto auto; inline-size: 700px; block-size: 300px; z-index: 1000'
    document.body.append(box)
    const { Terminal } = globalThis as unknown as { Terminal: new () => import('@xterm/xterm').Terminal } // evaluated above
    const terminal = new Terminal()
    terminal.open(box)
    const socket = new WebSocket(`ws://${location.host}/ws`)
    await new Promise(resolve => socket.addEventListener('open', resolve))
    socket.send(JSON.stringify({ session: sessionStorage.getItem('parley.session') })) // as a page that is reloaded
    let call = 1
    const send = (method: string, params: object): void => socket.send(JSON.stringify({ call: call++, method, params }))
    socket.addEventListener('message', ({ data }) => {
      const packet = JSON.parse(String(data)) as { event?: string, payload?: { terminalId: string, data: string, offset: number } }
      if (packet.event !== 'terminalOutput' || packet.payload?.terminalId !== terminalId)
        return
      const { data: output, offset } = packet.payload
      terminal.write(output, () => send('ackTerminal', { terminalId, offset }))
    })
    await new Promise(resolve => socket.addEventListener('message', resolve, { once: true })) // its welcome
    send('openTerminal', { terminalId })
    terminal.onData(data => send('writeTerminal', { terminalId, data }))
  }, terminalId)
}

/** Milliseconds from each key to the frame after its echo is in the rows of the terminal in `place`. */
async function echoesOf(page: Page, place: string): Promise<number[]> {
  await page.locator(`${place} .xterm-helper-textarea`).first().focus()
  await page.evaluate((place) => {
    const rows = document.querySelector(`${place} .xterm-rows`)!
    const measured: number[] = []
    let pressedAt = 0
    const onKey = (event: KeyboardEvent): void => void (pressedAt = event.timeStamp)
    document.addEventListener('keydown', onKey, { capture: true })
    const observer = new MutationObserver(() => {
      if (pressedAt === 0)
        return
      const from = pressedAt
      pressedAt = 0
      requestAnimationFrame(() => measured.push(performance.now() - from))
    })
    observer.observe(rows, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { endEcho: () => {
      observer.disconnect()
      document.removeEventListener('keydown', onKey, { capture: true })
      return measured
    } })
  }, place)
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x')
    await wait(pauseMs)
  }
  await page.keyboard.press('Enter')
  return page.evaluate(() => (globalThis as unknown as { endEcho: () => number[] }).endEcho())
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)]!
}
