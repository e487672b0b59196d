import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp } from '../e2e/app/openOwnApp'
import { OpenThread } from '../e2e/app/openThread'
import { lightBrowser } from '../support/browserSwitches'
import { scripted } from '../support/scriptedAgent'
import { framesOf } from './frames'
import { type BenchRow, benchRow } from './row'

const watchedMs = 5_000
const settledMs = 1_000
/** A fifth of the time, measured in Chromium with a plain window. */
const busyBefore = 0.2

/** How the built window draws what `begin` starts, against the same window when idle. */
export async function streaming(area: string, begin: (thread: OpenThread) => Promise<void>): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  const app = await openOwnApp({ browserPage: await BrowserPage.open(browser), agents: { streams: scripted('streamsTokens') } })
  try {
    const thread = new OpenThread(app)
    await thread.start('streams')
    await wait(settledMs)
    const idle = await framesOf(browser, app.page, watchedMs)
    await begin(thread)
    await wait(settledMs)
    const { p95, busy } = await framesOf(browser, app.page, watchedMs)
    return [
      benchRow({
        area,
        name: 'time between frames, p95, against the window at rest',
        value: p95,
        unit: 'ms',
        reference: idle.p95,
        ratio: p95 / idle.p95,
        target: '<= 1.2x',
      }),
      benchRow({
        area,
        name: 'part of the time for which the main thread works, against a fifth',
        value: busy * 100,
        unit: '%',
        reference: busyBefore * 100,
        ratio: busy / busyBefore,
        target: '<= 1x',
      }),
    ]
  }
  finally {
    await app.end()
    await browser.close()
  }
}
