import type { Browser, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenThread } from '../e2e/app/openThread'
import { scripted } from '../support/scriptedAgent'
import { bareTerminals, openBareTerminals } from './bareTerminals'
import { withBuiltApp } from './builtApp'
import { streamInOthers } from './combined'
import { measureFrames } from './frames'
import { mainThreadWork } from './mainThread'
import { median } from './median'
import { ownFloods } from './ownFloods'
import { type BenchRow, benchRow } from './row'

const keys = 60
const rounds = 5
/** Longer than an echo takes, so that the terminal is idle at each key. */
const pauseMs = 60
/** 200 kB a second of lines, like the commands of `combined`. */
const writes = `node -e 'setInterval(() => process.stdout.write(("y".repeat(76) + "\\n").repeat(26)), 10)'`
/** In the first two seconds of output both sides miss frames, probably because the parser is not compiled yet. */
const settledMs = 3_000
const watchedMs = 5_000
export const ownTerminals = '[data-place=terminals]'
const drawnBytes = 5_000_000

/** Measures the person's own shells: output in the host, in three panes, and until it is drawn. Needs a build. */
export async function bench(): Promise<BenchRow[]> {
  return [...await ownFloods(), ...await together(), ...await drawn()]
}

/** Measures how the window draws three panes, against three bare xterms in the same places. */
async function together(): Promise<BenchRow[]> {
  return withBuiltApp({ agents: { streams: scripted('streamsTokens') } }, async (app, browser) => {
    const { page } = app
    const thread = new OpenThread(app)
    await thread.start('streams')
    await streamInOthers(thread)
    const screens = page.getByRole('region', { name: 'Terminals' }).locator('.xterm-rows:visible')
    await page.keyboard.press('Control+`')
    for (let pane = 1; pane <= 3; pane++) {
      await screens.nth(pane - 1).filter({ hasText: /[$#]/ }).waitFor()
      await page.keyboard.type(`${writes}\n`)
      if (pane < 3)
        await page.keyboard.press('Control+Shift+5')
    }
    await wait(settledMs)
    const ours = await measureFrames(browser, page, watchedMs)

    const places = await Promise.all((await screens.all()).map(async screen => (await screen.boundingBox())!))
    const bare = await openBareTerminals(app, places)
    const client = (await app.client())!
    const folder = app.folders.workspace
    for (const { terminalId } of await client.host.ownTerminals({ folder })) {
      if (!bare.includes(terminalId))
        await client.host.closeOwnTerminal({ terminalId })
      else
        await client.host.writeTerminal({ terminalId, data: `${writes}\r` })
    }
    await page.keyboard.press('Control+`')
    await wait(settledMs)
    const reference = await measureFrames(browser, page, watchedMs)
    return [
      benchRow({
        area: 'shell',
        name: 'three panes that write while five threads stream: time between frames, p95, against bare xterms',
        value: ours.p95,
        unit: 'ms',
        reference: reference.p95,
        ratio: ours.p95 / reference.p95,
        target: '<= 1.2x',
      }),
      benchRow({
        area: 'shell',
        name: 'the same, part of the time for which the main thread works',
        value: ours.busy * 100,
        unit: '%',
        reference: reference.busy * 100,
        ratio: ours.busy / reference.busy,
        target: '<= 1.2x',
      }),
    ]
  })
}

/** Measures how soon a key's echo and a flood are drawn, against a bare xterm on a channel of the same host. */
async function drawn(): Promise<BenchRow[]> {
  return withTwoTerminals(async (page) => {
    const echoes = await byTurns(place => measureEchoes(page, place))
    const floods = await byTurns(async (place, round) => [await measureFlood(page, place, round)])
    const [ours, bare] = [p95(echoes.ours), p95(echoes.bare)]
    const [flood, bareFlood] = [median(floods.ours), median(floods.bare)]
    return [
      benchRow({
        area: 'shell',
        name: 'key to drawn echo, p95, against a bare xterm on the same channel',
        value: ours,
        unit: 'ms',
        reference: bare,
        ratio: ours / bare,
        target: '<= 1.2x',
      }),
      benchRow({
        area: 'shell',
        name: '5 MB until its last line is drawn, against the same',
        value: flood,
        unit: 'ms',
        reference: bareFlood,
        ratio: flood / bareFlood,
        target: '<= 1.2x',
      }),
    ]
  })
}

/** Runs `measure` with the person's own terminal and, above it, a bare xterm on a channel of the same host. */
export async function withTwoTerminals(measure: (page: Page, browser: Browser) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  return withBuiltApp({ agents: {} }, async (app, browser) => {
    const { page } = app
    await new OpenThread(app).start()
    await page.keyboard.press('Control+`')
    await page.locator('.xterm-rows').filter({ hasText: /[$#]/ }).waitFor()
    const place = await page.locator(`${ownTerminals} .xterm-rows`).boundingBox()
    await openBareTerminals(app, [{ ...place!, y: 0 }])
    return measure(page, browser)
  })
}

/** Measures the main thread's milliseconds for a MB of a flood, in both places. */
export async function workByTurns(page: Page, browser: Browser): Promise<{ ours: number, bare: number }> {
  const { ours, bare } = await byTurns(async (place, round) => {
    const { total } = await mainThreadWork(browser, page, async () => void await measureFlood(page, place, round))
    return [total / (drawnBytes / 1e6)]
  })
  return { ours: median(ours), bare: median(bare) }
}

/** Interleaved, so that other load affects both; the first round does not count. */
async function byTurns(
  measure: (place: string, round: number) => Promise<readonly number[]>,
): Promise<{ ours: readonly number[], bare: readonly number[] }> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const measured = [await measure(ownTerminals, round), await measure(bareTerminals, round)] as const
    if (round > 0) {
      ours.push(...measured[0])
      bare.push(...measured[1])
    }
  }
  return { ours, bare }
}

/** Measures milliseconds from Enter until the end of a flood is drawn by the terminal in `place`. */
export async function measureFlood(page: Page, place: string, round: number): Promise<number> {
  await page.locator(`${place} .xterm-helper-textarea`).first().focus()
  // Written so that the line itself does not contain the expected text.
  await page.keyboard.type(`yes ${'y'.repeat(58)} | head -c ${drawnBytes}; echo; echo end''${round}`)
  await page.evaluate(({ place, last }) => {
    const rows = document.querySelector(`${place} .xterm-rows`)!
    const flooded = new Promise<number>((resolve) => {
      document.addEventListener('keydown', ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          if (!rows.textContent.includes(last))
            return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - timeStamp))
        })
        observer.observe(rows, { childList: true, subtree: true, characterData: true })
      }, { capture: true, once: true })
    })
    Object.assign(globalThis, { flooded: () => flooded })
  }, { place, last: `end${round}` })
  await page.keyboard.press('Enter')
  return page.evaluate(() => (globalThis as unknown as { flooded: () => Promise<number> }).flooded())
}

/** Measures milliseconds from each key to the frame after its echo is drawn by the terminal in `place`. */
async function measureEchoes(page: Page, place: string): Promise<number[]> {
  await page.locator(`${place} .xterm-helper-textarea`).first().focus()
  await page.keyboard.type('cat\n')
  await wait(pauseMs)
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
  await page.keyboard.press('Control+C')
  return page.evaluate(() => (globalThis as unknown as { endEcho: () => number[] }).endEcho())
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)]!
}
