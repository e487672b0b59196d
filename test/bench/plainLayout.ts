import type { Browser } from '@playwright/test'
import { mainThreadWork } from './mainThread'
import { medianOf } from './median'

const words = 80_000

/** What an empty page needs to lay out a text once, in milliseconds: a measure of the machine and its browser. */
export async function plainLayoutMs(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  try {
    return await medianOf(5, async () => {
      await page.setContent('<p>')
      const { longest } = await mainThreadWork(browser, page, async () => {
        await page.evaluate((words) => {
          document.body.textContent = 'word '.repeat(words)
          document.body.getBoundingClientRect()
        }, words)
        // The answer is sent before the task is over, and a task that is not over when the trace stops is not in it.
        await page.evaluate(() => new Promise<void>(resolve => setTimeout(resolve)))
      })
      return longest
    })
  }
  finally {
    await page.close()
  }
}
