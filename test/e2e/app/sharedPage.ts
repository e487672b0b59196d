import type { Browser, Page } from '@playwright/test'

/** A path that the host serves nothing at: Parley does not run there, but its storage can be reached. */
const parkingPath = '/parked'
const viewport = { width: 1280, height: 720 }

/** A page that the tests of one worker use one after the other: a new one for each would take a second of the processor's time. */
export class SharedPage {
  readonly page: Page
  readonly #address: string

  private constructor(page: Page, address: string) {
    this.page = page
    this.#address = address
  }

  /** `address` is the one that the web host printed. */
  static async open(browser: Browser, address: string): Promise<SharedPage> {
    const context = await browser.newContext({ viewport })
    return new SharedPage(await context.newPage(), address)
  }

  /** Shows Parley as a page that it has never been opened in. */
  async load(): Promise<void> {
    await this.page.goto(this.#address)
  }

  /** Leaves Parley, and forgets what the test did with the page. */
  async park(): Promise<void> {
    const { page } = this
    page.removeAllListeners()
    page.context().removeAllListeners('page')
    await page.goto(new URL(parkingPath, this.#address).href)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.setViewportSize(viewport)
    await page.mouse.move(0, 0)
  }
}
