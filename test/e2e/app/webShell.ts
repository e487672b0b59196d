import type { BrowserPage } from './browserPage'
import type { Shell, ShellStart } from './shell'
import { startWebHost } from './webHost'

/** Starts the built web host and shows it in a page. */
export async function startWeb(start: ShellStart, browserPage: BrowserPage): Promise<Shell> {
  const host = await startWebHost(start)
  start.onPage(browserPage.page)
  await browserPage.load(host.address)
  return {
    page: browserPage.page,
    address: host.address,
    log: host.log,
    close: async () => {
      await browserPage.park()
      await host.stop()
    },
    kill: host.kill,
  }
}
