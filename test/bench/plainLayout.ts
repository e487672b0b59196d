import type { Browser } from '@playwright/test'
import { mainThreadWork } from './mainThread'
import { measureMedian } from './median'

const words = 80_000

/** Measures how long an empty page takes to lay out a text, in milliseconds: the speed of the machine and browser. */
export async function plainLayoutMs(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  try {
    return await measureMedian(5, async () => {
      await page.setContent('<p>')
      const { longest } = await mainThreadWork(browser, page, async () => {
        await page.evaluate((words) => {
          document.body.textContent = 'word '.repeat(words)
          document.body.getBoundingClientRect()
        }, words)
        // The response is sent before the task has ended, and a trace omits unfinished tasks.
        await page.evaluate(() => new Promise<void>(resolve => setTimeout(resolve)))
      })
      return longest
    })
  }
  finally {
    await page.close()
  }
}
