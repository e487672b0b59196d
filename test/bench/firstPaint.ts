import type { Browser, Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { startWebHost } from '../e2e/app/webHost'
import { lightBrowser } from '../support/browserSwitches'
import { mainThreadWork } from './mainThread'
import { measureMedians } from './median'
import { plainLayoutMs } from './plainLayout'
import { benchRow, type BenchRow } from './row'

/** The page's work until the first frame with Home is drawn, against laying out a plain text. Needs a build. */
export async function bench(): Promise<BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), 'parley-first-'))
  const host = await startWebHost({ flags: ['--data-dir', data], env: { ...process.env, HOME: data } })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  try {
    const page = await browser.newPage()
    const paints: number[] = []
    await page.goto(host.address)
    const address = page.url()
    const [value = 0] = await measureMedians(9, [() => openMs(browser, page, { address, paints })])
    const reference = await plainLayoutMs(browser)
    console.error(`firstPaint: first contents after ${paints.map(Math.round).sort((a, b) => a - b).join(' ')} ms on the clock`)
    return [benchRow({
      area: 'firstPaint',
      name: 'work of the page until Home is drawn',
      value,
      unit: 'ms',
      reference,
      ratio: value / reference,
      target: '<= 8x',
    })]
  }
  finally {
    await browser.close()
    await host.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function openMs(browser: Browser, page: Page, { address, paints }: { address: string, paints: number[] }): Promise<number> {
  await page.goto('about:blank')
  const { total } = await mainThreadWork(browser, page, async () => {
    await page.goto(address)
    await page.waitForFunction(() => document.querySelector('main [role=radio], main input[type=radio]') !== null)
    await page.evaluate(() => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  })
  paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0))
  return total
}
