import type { Browser, Page } from '@playwright/test'
import { mainThreadWork } from './mainThread'

/** How a page drew for some seconds. */
export interface Frames {
  /** Of twenty frames nineteen came sooner after the one before, in milliseconds. */
  readonly p95: number
  /** The part of the time for which the main thread was at work, in the processor's time. */
  readonly busy: number
}

/** Watches the page for so long. */
export async function framesOf(browser: Browser, page: Page, ms: number): Promise<Frames> {
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
