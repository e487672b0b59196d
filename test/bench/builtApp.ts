import type { Browser } from '@playwright/test'
import type { OwnApp } from '../e2e/app/app'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp, type OwnAppOptions } from '../e2e/app/openOwnApp'
import { lightBrowser } from '../support/browserSwitches'

/** Runs `measure` with the built web host, its page, and the browser, in which it may also open a reference. */
export async function withBuiltApp<T>(
  options: Pick<OwnAppOptions, 'agents' | 'settings' | 'prepare'>,
  measure: (app: OwnApp, browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  try {
    const app = await openOwnApp({ browserPage: await BrowserPage.open(browser), ...options })
    try {
      return await measure(app, browser)
    }
    finally {
      await app.end()
    }
  }
  finally {
    await browser.close()
  }
}
