import type { Browser, Page } from '@playwright/test'

/** A path at which hosts serve nothing: Parley does not run there, but its storage is accessible. */
const parkingPath = '/parked'
const viewport = { width: 1280, height: 720 }

/** A page that tests use one after the other, because a new one takes a second of CPU time. */
export class BrowserPage {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async open(browser: Browser): Promise<BrowserPage> {
    // A headed browser lets the front page write to the clipboard; a headless one denies it without asking.
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', permissions: ['clipboard-write'] })
    return new BrowserPage(await context.newPage())
  }

  /** Shows Parley; `address` is the one that its web host printed. */
  async load(address: string): Promise<void> {
    await this.page.goto(address)
  }

  /** Leaves Parley, and resets the page. Its host must still run. */
  async park(): Promise<void> {
    const { page } = this
    page.removeAllListeners()
    page.context().removeAllListeners('page')
    await page.goto(new URL(parkingPath, page.url()).href)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
  }

  async close(): Promise<void> {
    await this.page.context().close()
  }
}
