import type { Page } from '@playwright/test'
import type { OwnApp } from '../e2e/app/app'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { markedProcesses } from '../e2e/app/markedProcesses'
import { OpenThread } from '../e2e/app/openThread'
import { scripted } from '../support/scriptedAgent'
import { withBuiltApp } from './builtApp'
import { fillThread } from './fillThread'
import { benchRow, type BenchRow } from './row'
import { measureFlood, ownTerminals } from './shell'
import { storeThreads } from './storedThreads'

const threads = 200
const entriesOfEach = 100
/** 5 MB each, 200 MB in all: a tenth of a busy day, which would take minutes. A leak also shows in a tenth. */
const floods = 40
/** By then, caches are filled and code is compiled. */
const warmThreads = 20
const warmFloods = 4
const idleThreads = 8
const settledMs = 3_000

/** Measures memory after a day's work (two hundred threads opened, terminals that write), and of idle threads. */
export async function bench(): Promise<BenchRow[]> {
  return [...await day(), await idle()]
}

async function day(): Promise<BenchRow[]> {
  const names = Array.from({ length: threads }, (_, index) => `t${index}`)
  return withBuiltApp({
    agents: {},
    prepare: ({ data }) => storeThreads(data, store => names.forEach(name => fillThread(store, name, entriesOfEach))),
  }, async (app) => {
    const { page } = app
    await new OpenThread(app).start()
    const own = await page.evaluate(() => location.hash)
    await page.keyboard.press('Control+`')
    await page.locator('.xterm-rows').filter({ hasText: /[$#]/ }).waitFor()
    const work = async (from: number, to: number, floodFrom: number, floodTo: number): Promise<Memory> => {
      for (const name of names.slice(from, to))
        await visit(page, name)
      await page.evaluate(hash => location.hash = hash, own)
      await page.locator(`${ownTerminals} .xterm-rows`).waitFor()
      for (let flood = floodFrom; flood < floodTo; flood++)
        await measureFlood(page, ownTerminals, flood)
      return measureMemory(app)
    }
    const before = await work(0, warmThreads, 0, warmFloods)
    const after = await work(warmThreads, threads, warmFloods, floods)
    const row = (name: string, unit: string, key: keyof Memory): BenchRow => benchRow({
      area: 'day',
      name: `${name} after 200 threads and 200 MB of terminal output, against after the first tenth`,
      value: after[key],
      unit,
      reference: before[key],
      ratio: after[key] / before[key],
      target: '<= 1.2x',
    })
    return [
      row('memory of the host', 'MB', 'host'),
      row('JavaScript memory of the page', 'MB', 'heap'),
      row('nodes of the page', 'nodes', 'nodes'),
    ]
  })
}

/** Measures the host's memory for each thread with an idle agent. */
async function idle(): Promise<BenchRow> {
  return withBuiltApp({ agents: { streams: scripted('streamsTokens') } }, async (app) => {
    const thread = new OpenThread(app)
    const sizes: number[] = []
    for (let index = 0; index < idleThreads; index++) {
      await thread.start('streams')
      await thread.finish('history')
      await wait(settledMs)
      sizes.push(hostMegabytes(app))
    }
    const value = (sizes.at(-1)! - sizes[0]!) / (idleThreads - 1)
    return benchRow({
      area: 'day',
      name: 'memory of the host for each idle thread, of eight, against 5 MB',
      value,
      unit: 'MB',
      reference: 5,
      ratio: value / 5,
      target: '<= 1x',
    })
  })
}

interface Memory {
  readonly host: number
  readonly heap: number
  readonly nodes: number
}

async function visit(page: Page, name: string): Promise<void> {
  await page.evaluate(name => location.hash = `#/threads/${name}`, name)
  await page.locator('main').getByRole('heading', { name, exact: true }).waitFor()
  // `waitForSelector` would retain the element, and with it the view.
  await page.locator('[role=log] [data-entry=turn-end]').last().waitFor()
}

async function measureMemory(app: OwnApp): Promise<Memory> {
  await wait(settledMs)
  const session = await app.page.context().newCDPSession(app.page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { host: hostMegabytes(app), heap: usedSize / 1e6, nodes }
}

function hostMegabytes(app: OwnApp): number {
  const line = markedProcesses(app.mark).find(line => line.includes('out/main/web.js'))
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${Number.parseInt(line ?? '')}/status`, 'utf8'))?.[1]) / 1024
}
