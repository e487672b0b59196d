import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp } from '../e2e/app/openOwnApp'
import { OpenThread } from '../e2e/app/openThread'
import { lightBrowser } from '../support/browserSwitches'
import { scripted } from '../support/scriptedAgent'
import { measureFrames } from './frames'
import { type BenchRow, benchRow } from './row'

const watchedMs = 5_000
const settledMs = 1_500
const lines = 20_000
/**
 * How often the agent writes the whole file of 1.2 MB, with another changed line each time. Once a second is a thousand
 * times the speed of a model, 200 tokens a second; ten times a second is what a program run by an agent can do.
 */
const paces = [
  { name: 'once a second', ms: 1_000 },
  { name: 'ten times a second', ms: 100 },
]
/** A fast typist. */
const keyMs = 80

const lineOf = (number: number): string => `export const value${number} = compute(${number}, 'name ${number}') // note`

/**
 * Measures how the window draws while a person types in a long file that an agent rewrites while it streams, against
 * the idle window.
 */
export async function typing(area: string): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  const app = await openOwnApp({ browserPage: await BrowserPage.open(browser), agents: { files: scripted('rewritesFile') } })
  try {
    const { page, folders } = app
    writeFileSync(join(folders.workspace, 'long.ts'), Array.from({ length: lines }, (_, index) => `${lineOf(index + 1)}\n`).join(''))
    const thread = new OpenThread(app)
    await thread.start('files')
    await thread.finish('long.ts:100')
    await thread.entries('agent').first().getByRole('link', { name: 'long.ts:100' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open here' }).click()
    const code = page.getByRole('textbox', { name: 'long.ts' })
    await code.click()
    await page.keyboard.type('x')
    await wait(settledMs)
    const idle = await measureFrames(browser, page, watchedMs)
    const rows: BenchRow[] = []
    for (const { name, ms } of paces) {
      await thread.send(`long.ts ${ms}`)
      await code.click()
      await wait(settledMs)
      const [busy] = await Promise.all([measureFrames(browser, page, watchedMs), typeFor(page, watchedMs)])
      await thread.stop()
      rows.push(benchRow({
        area,
        name: `typing in 20,000 lines that an agent rewrites ${name}: time between frames, p95, against the window at rest`,
        value: busy.p95,
        unit: 'ms',
        reference: idle.p95,
        ratio: busy.p95 / idle.p95,
        target: '<= 1.2x',
      }))
    }
    return rows
  }
  finally {
    await app.end()
    await browser.close()
  }
}

async function typeFor(page: Page, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until)
    await page.keyboard.type('a', { delay: keyMs })
}
