import type { Browser, Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { openHostClient } from '../e2e/app/hostClient'
import { startWebHost } from '../e2e/app/webHost'
import { lightBrowser } from '../support/browserSwitches'
import { fillThread } from './fillThread'
import { benchRow, type BenchRow } from './row'
import { storeThreads } from './storedThreads'

const entries = 2_000
/** By then, work after a start, such as looking for agents, is done. */
const settledMs = 10_000
const watchedMs = 20_000

/**
 * Measures the CPU time of an idle host and its window with a long thread and a finished terminal, against that of a
 * page with one text box and a waiting Node process at the same time. Linux only.
 */
export async function bench(): Promise<BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), 'parley-idle-'))
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ 'appearance.fold_work': false }))
  storeThreads(data, store => fillThread(store, 'long', entries))
  const host = await startWebHost({ flags: ['--data-dir', data], env: { ...process.env, HOME: data } })
  const waiting = spawn(process.execPath, ['-e', 'setInterval(() => {}, 2 ** 30)'], { stdio: 'ignore' })
  const [ours, empty] = [await openBrowser(), await openBrowser()]
  try {
    await ours.page.goto(host.address)
    await ours.page.evaluate(() => location.hash = '#/threads/long')
    await ours.page.waitForSelector('[role=log] [data-entry=turn-end]')
    await ours.page.keyboard.press('Control+`')
    await ours.page.locator('.xterm-rows').filter({ hasText: /[$#]/ }).waitFor()
    await ours.page.keyboard.type('seq 1000; exec false\n')
    await empty.page.setContent('<textarea autofocus></textarea>') // a caret blinks in both
    await indexed(host.address)
    await wait(settledMs)
    const pids = await Promise.all([ours, empty].map(({ browser }) => listProcesses(browser)))
    const sets = [[host.pid!, ...pids[0]!], [waiting.pid!, ...pids[1]!]]
    const before = sets.map(cpuMs)
    await wait(watchedMs)
    const [value, reference] = sets.map((set, index) => (cpuMs(set) - before[index]!) / (watchedMs / 1_000)) as [number, number]
    return [benchRow({
      area: 'idle',
      name: 'window with a long thread and a finished terminal, and its host, against a page with a text box and an idle Node',
      value,
      unit: 'ms CPU/s',
      reference,
      ratio: value / reference,
      target: '<= 1.1x or 2 more',
    })]
  }
  finally {
    waiting.kill()
    await Promise.all([ours.browser.close(), empty.browser.close()])
    await host.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Waits until the stored thread is indexed. */
async function indexed(address: string): Promise<void> {
  const { host, close } = await openHostClient(address)
  while ((await host.searchThreads({ search: 'file', limit: 1 })).isIndexing)
    await wait(1_000)
  close()
}

async function openBrowser(): Promise<{ browser: Browser, page: Page }> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  return { browser, page: await browser.newPage() }
}

async function listProcesses(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.map(({ id }) => id)
}

/** CPU time of these processes since they started. */
function cpuMs(pids: readonly number[]): number {
  const threads = pids.flatMap(pid => readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}/schedstat`))
  return threads.reduce((sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6, 0)
}
