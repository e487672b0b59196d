import type { Browser, Page } from '@playwright/test'
import type { BenchRow } from './row'
import { setTimeout as wait } from 'node:timers/promises'
import { withBuiltApp } from './builtApp'
import { fillThread } from './fillThread'
import { measureFrames } from './frames'
import { mainThreadWork } from './mainThread'
import { benchRow } from './row'
import { storeThreads } from './storedThreads'

const entries = 10_000
const settledMs = 1_000
const watchedMs = 5_000
/** A screen and a half at 60 frames a second: the speed of a person who scrolls to find something. */
const pixelsPerFrame = 20

/** Measures opening and scrolling a thread of 10,000 entries, against a page that lists the same text as plain rows. */
export async function bench(): Promise<BenchRow[]> {
  return withBuiltApp({
    agents: {},
    settings: { 'appearance.fold_work': false },
    prepare: ({ data }) => storeThreads(data, store => fillThread(store, 'long', entries)),
  }, async (app, browser) => {
    const { page } = app
    await wait(settledMs)
    const opened = await mainThreadWork(browser, page, async () => {
      await page.evaluate(() => location.hash = '#/threads/long')
      await page.waitForSelector('[role=log] [data-entry=turn-end]')
      await drawn(page)
    })
    await wait(settledMs)
    const ours = await scrolled(browser, page, '[role=log]')

    const plain = await browser.newPage({ viewport: page.viewportSize() })
    const listed = await mainThreadWork(browser, plain, async () => {
      await plain.setContent(plainRows())
      await plain.evaluate(() => document.querySelector('main')!.scrollTop = 1e9)
      await drawn(plain)
    })
    await wait(settledMs)
    const reference = await scrolled(browser, plain, 'main')
    return [
      benchRow({
        area: 'list',
        name: 'work of the page until a thread of 10,000 entries is open, against a page of all of them',
        value: opened.total,
        unit: 'ms',
        reference: listed.total,
        ratio: opened.total / listed.total,
        target: '<= 0.5x',
      }),
      benchRow({
        area: 'list',
        name: 'scrolling back in it: time between frames, p95, against the same',
        value: ours.p95,
        unit: 'ms',
        reference: reference.p95,
        ratio: ours.p95 / reference.p95,
        target: '<= 1.2x',
      }),
    ]
  })
}

async function scrolled(browser: Browser, page: Page, box: string): ReturnType<typeof measureFrames> {
  await page.evaluate(({ box, pixels, ms }) => {
    const scrolls = document.querySelector(box)!
    const begunAt = performance.now()
    const step = (now: number): void => {
      scrolls.scrollTop -= pixels
      if (now - begunAt < ms)
        requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }, { box, pixels: pixelsPerFrame, ms: watchedMs })
  return measureFrames(browser, page, watchedMs)
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve))))
}

/** The text that `fillThread` writes, as plain rows. */
function plainRows(): string {
  const answer = `<p>${'I look at the next file and say what I find in it. '.repeat(8)}</p>`
  const call = `<details><summary>Read src/file.ts</summary><pre>${'line\n'.repeat(60)}</pre></details>`
  return `<!doctype html><main style="height: 100vh; overflow: auto">${(answer + call).repeat(entries / 2)}</main>`
}
