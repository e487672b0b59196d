import type { Browser } from '@playwright/test'
import type { Shell, ShellStart } from './shell'
import { startWebHost } from './webHost'

/** The built web host and a page of `browser` that shows it. */
export async function startWeb(start: ShellStart, browser: Browser): Promise<Shell> {
  const host = await startWebHost(start)
  const context = await browser.newContext()
  const page = await context.newPage()
  start.onPage(page)
  await page.goto(host.address)
  return {
    page,
    log: host.log,
    close: async () => {
      await context.close()
      await host.stop()
    },
  }
}
