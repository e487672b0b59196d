import type { Browser, Page } from '@playwright/test'
import { mainThreadWork } from './mainThread'

/** How a page drew for some seconds. */
export interface Frames {
  /** 95th percentile of the time between frames, in milliseconds. */
  readonly p95: number
  /** Share of the time for which the main thread was busy, in CPU time. */
  readonly busy: number
}

/** Watches the page for `ms` milliseconds. */
export async function measureFrames(browser: Browser, page: Page, ms: number): Promise<Frames> {
  let gaps: number[] = []
  const { total } = await mainThreadWork(browser, page, async () => {
    gaps = await page.evaluate(ms => new Promise<number[]>((resolve) => {
      const gaps: number[] = []
      const begun = performance.now()
      let last = begun
      const look = (now: number): void => {
        gaps.push(now - last)
        last = now
        if (now - begun < ms)
          requestAnimationFrame(look)
        else
          resolve(gaps.slice(1))
      }
      requestAnimationFrame(look)
    }), ms)
  })
  return { p95: gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)]!, busy: total / ms }
}
