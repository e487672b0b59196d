import type { BenchRow } from './row'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp } from '../e2e/app/openOwnApp'
import { OpenThread } from '../e2e/app/openThread'
import { lightBrowser } from '../support/browserSwitches'
import { hostile } from '../support/scriptedAgent'
import { mediansOf } from './median'
import { benchRow } from './row'

/** Questions of megabytes, and a short one of the same agent to compare with. */
const short = 'plain'
const heavy = ['title', 'unbroken', 'diff', 'fatKeys', 'manyKeys', 'mixed', 'bidi', 'command', 'paths', 'words', 'env']
const reject = 'No, Reject once'

/** The longest time for which the built window stands still while a hostile question is shown, in a real browser. Needs a build. */
export async function bench(): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  const app = await openOwnApp({ browserPage: await BrowserPage.open(browser), agents: { heavy: hostile('permission/asksHeavily') } })
  try {
    const thread = new OpenThread(app)
    await thread.start('heavy')
    await app.page.evaluate(watchGaps)
    const standstill = async (question: string): Promise<number> => {
      await app.page.evaluate(() => (window as unknown as Watched).takeLongest()) // set by `watchGaps`
      await thread.send(question)
      await thread.option(reject).waitFor()
      const longest = await app.page.evaluate(() => (window as unknown as Watched).takeLongest())
      await thread.answer(reject)
      await thread.dialog.waitFor({ state: 'hidden' })
      return longest
    }
    const [reference = 0, ...values] = await mediansOf(3, [short, ...heavy].map(question => () => standstill(question)))
    return values.map((value, index) => benchRow({
      area: 'window',
      name: `longest standstill with the question "${heavy[index]!}"`,
      value,
      unit: 'ms',
      reference,
      ratio: value / reference,
      target: '<= 6x',
    }))
  }
  finally {
    await app.end()
    await browser.close()
  }
}

interface Watched {
  takeLongest: () => number
}

/** Runs in the page: messages to itself, one after the other, show how long each task before them took. */
function watchGaps(): void {
  let last = performance.now()
  let longest = 0
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    setTimeout(() => port2.postMessage(undefined), 1)
  }
  port2.postMessage(undefined)
  Object.assign(window, { takeLongest: () => [longest, longest = 0][0] })
}
