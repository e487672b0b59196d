import type { Browser } from '@playwright/test'
import type { Terminal } from '@xterm/xterm'
import type { BenchRow } from './row'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenThread } from '../e2e/app/openThread'
import { scripted } from '../support/scriptedAgent'
import { withBuiltApp } from './builtApp'
import { measureFrames } from './frames'
import { benchRow } from './row'
import { withTwoTerminals, workByTurns } from './shell'

const settledMs = 3_000
const watchedMs = 5_000

/** Measures the main thread's work for terminals: many that write a little, hidden ones, a flooded one. */
export async function bench(): Promise<BenchRow[]> {
  return [...await written(), ...await flooded()]
}

/** Measures three terminals of an agent at 200 kB a second each, in view and out of view. */
async function written(): Promise<BenchRow[]> {
  return withBuiltApp({ agents: { streams: scripted('streamsTokens') } }, async (app, browser) => {
    const { page } = app
    const thread = new OpenThread(app)
    await thread.start('streams')
    await wait(settledMs)
    const rest = await measureFrames(browser, page, watchedMs)
    await thread.send('terminals')
    const screens = page.locator('.xterm-rows:visible')
    await screens.nth(2).waitFor()
    await wait(settledMs)
    const shown = await measureFrames(browser, page, watchedMs)
    const rows = await screens.first().locator('> div').count()
    await thread.start('streams')
    await wait(settledMs)
    const hidden = await measureFrames(browser, page, watchedMs)
    const bare = await unbatched(browser, rows)
    return [
      busyRow('three terminals at 200 kB a second, against bare xterms that get each piece at once', shown.busy, bare.busy, '<= 0.65x'),
      busyRow('… in a thread that was left, against the window at rest', hidden.busy, rest.busy, '<= 1.5x or 3 more'),
    ]
  })
}

function busyRow(name: string, value: number, reference: number, target: string): BenchRow {
  return benchRow({
    area: 'xterm',
    name: `main thread: ${name}`,
    value: value * 100,
    unit: '%',
    reference: reference * 100,
    ratio: value / reference,
    target,
  })
}

/** Measures three plain xterms in a page, which write each message of half a kilobyte as it arrives. */
async function unbatched(browser: Browser, rows: number): ReturnType<typeof measureFrames> {
  const page = await browser.newPage()
  await page.setContent('<!doctype html><body>')
  await page.addStyleTag({ content: readFileSync(library('css/xterm.css'), 'utf8') })
  await page.evaluate(readFileSync(library('lib/xterm.js'), 'utf8'))
  await page.evaluate((rows) => {
    const { Terminal: Bare } = globalThis as unknown as { Terminal: new (options: object) => Terminal } // evaluated above
    const line = `${'output of a command '.repeat(3)}\r\n`
    for (let index = 0; index < 3; index++) {
      const place = document.body.appendChild(document.createElement('div'))
      const terminal = new Bare({ rows, cols: 80 })
      terminal.open(place)
      const begunAt = performance.now()
      let sent = 0
      const channel = new MessageChannel() // a message is a task of its own, as one of a socket is
      channel.port2.onmessage = ({ data }) => terminal.write(data as string)
      setInterval(() => {
        for (; sent < (performance.now() - begunAt) * 200; sent += line.length * 8)
          channel.port1.postMessage(line.repeat(8))
      }, 2)
    }
  }, rows)
  await wait(settledMs)
  const frames = await measureFrames(browser, page, watchedMs)
  await page.close()
  return frames
}

/** Measures the main thread's work for 5 MB in an own terminal, against a bare xterm on a channel of the same host. */
async function flooded(): Promise<BenchRow[]> {
  return withTwoTerminals(async (page, browser) => {
    const { ours, bare } = await workByTurns(page, browser)
    return [benchRow({
      area: 'xterm',
      name: 'main thread: a MB of a flood, parsed and drawn, against a bare xterm on the same channel',
      value: ours,
      unit: 'ms/MB',
      reference: bare,
      ratio: ours / bare,
      target: '<= 1.2x',
    })]
  })
}

function library(file: string): string {
  return createRequire(import.meta.url).resolve(`@xterm/xterm/${file}`)
}
