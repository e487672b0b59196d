import type { Browser, Page } from '@playwright/test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { openDatabase } from '../../src/main/store/database'
import { SearchIndex } from '../../src/main/store/search/searchIndex'
import { SearchReader } from '../../src/main/store/search/searchReader'
import { ThreadStore } from '../../src/main/store/threadStore'
import { searchThreads } from '../../src/main/threads/search/searchThreads'
import { toSummary } from '../../src/main/threads/threadStatus'
import { startWebHost } from '../e2e/app/webHost'
import { lightBrowser } from '../support/browserSwitches'
import { collectGarbage } from '../support/collectGarbage'
import { fillThread, openLog } from './fillThread'
import { mainThreadWork } from './mainThread'
import { measureMedian, median } from './median'
import { plotGrowth } from './plotGrowth'
import { benchRow, type BenchRow } from './row'

const entryCounts = [100, 1_000, 10_000, 100_000]
const threadCounts = [1, 10, 100, 1_000]
const entriesOfEach = 100
const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/performance.md')
const plot = join(root, 'docs/pictures/growth.svg')
const settledMs = 1_000
const keys = 20
const frames = 60
const never = 24 * 60 * 60 * 1000

/** Limits for ten times as much, and for the largest. Sizes may grow linearly; delays that a person notices may not. */
const metrics = {
  ingest: { name: 'taking in, CPU for 1,000 entries', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  openHost: { name: 'opening a thread, host', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  open: { name: 'opening a thread after a reload, work of the page', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  type: { name: 'a key in the message, work of the page', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  scroll: { name: 'a frame of scrolling, work of the page', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  index: { name: 'making 1,000 entries searchable in the background, CPU', unit: 'ms', isFlat: true, target: '<= 1.5x' },
  search: { name: 'a search that finds a twentieth, CPU', unit: 'ms', isFlat: false, target: '<= 11x' },
  host: { name: 'memory of the host', unit: 'MB', isFlat: false, target: '<= 11x' },
  heap: { name: 'JavaScript memory of the page', unit: 'MB', isFlat: true, target: '<= 1.5x' },
  database: { name: 'database and search index', unit: 'MB', isFlat: false, target: '<= 11x' },
} as const
type Metric = keyof typeof metrics
type Point = Record<Metric, number>
type InWindow = 'open' | 'type' | 'scroll' | 'host' | 'heap'
/** One line of a plot. */
export interface GrowthSeries {
  readonly what: 'entries of a thread' | 'threads of 100 entries'
  readonly counts: readonly number[]
  readonly points: readonly Point[]
}

/** Measures how everything grows with the length and the number of threads. Writes the results to `docs`. */
export async function bench(): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  try {
    const series: GrowthSeries[] = []
    for (const [what, counts] of [['entries of a thread', entryCounts], ['threads of 100 entries', threadCounts]] as const) {
      const points: Point[] = []
      for (const count of counts) {
        const point = await measure(browser, what === 'threads of 100 entries' ? [count, entriesOfEach] : [1, count])
        console.error(`growth: ${count.toLocaleString('en')} ${what}: ${JSON.stringify(point)}`)
        points.push(point)
      }
      series.push({ what, counts, points })
    }
    writeFileSync(plot, plotGrowth(series, metrics))
    const text = readFileSync(page, 'utf8')
    const tables = `${series.map(toTable).join('\n')}\n`
    writeFileSync(page, text.replace(/(?<=<!-- growth -->\n)[^]*(?=<!-- end of growth -->)/, () => tables))
    return series.flatMap(toRows)
  }
  finally {
    await browser.close()
  }
}

async function measure(browser: Browser, [threads, entries]: [number, number]): Promise<Point> {
  const data = mkdtempSync(join(tmpdir(), 'parley-growth-'))
  try {
    const stored = await inHost(data, threads, entries)
    return { ...stored, ...await inWindow(browser, data), database: megabytesIn(data) }
  }
  finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function inHost(data: string, threads: number, entries: number): Promise<Omit<Point, InWindow | 'database'>> {
  const database = openDatabase(join(data, 'parley.db'))
  const store = new ThreadStore(database)
  collectGarbage()
  const ingest = await measureCpu(() => {
    for (let thread = 0; thread < threads; thread++)
      fillThread(store, `t${thread}`, entries)
  })
  const openHost = await measureMedian(9, () => measureCpu(() => void openLog(store, 't0')))
  const index = new SearchIndex({
    database,
    report: (error) => { throw error },
    times: { firstMs: never, afterMs: never, restFactor: 0 },
  })
  const indexing = await measureCpu(() => index.run())
  const reader = new SearchReader(index)
  const known = store.listThreads().map(thread => toSummary(thread))
  const { signal } = new AbortController()
  const searchOnce = () => searchThreads({ search: 'please', limit: 20 }, { reader, threads: known, signal })
  const search = await measureMedian(5, () => measureCpu(searchOnce))
  await index.dispose()
  database.close()
  const thousands = threads * entries / 1_000
  return { ingest: ingest / thousands, openHost, index: indexing / thousands, search }
}

async function inWindow(browser: Browser, data: string): Promise<Pick<Point, InWindow>> {
  // Folded, 100 entries don't fill the view.
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ 'appearance.fold_work': false }))
  const host = await startWebHost({ flags: ['--data-dir', data], env: { ...process.env, HOME: data } })
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(host.address)
    const opens: number[] = []
    for (let open = 0; open < 4; open++) {
      await page.reload()
      await page.getByRole('button', { name: 'New thread' }).first().waitFor()
      await wait(settledMs)
      opens.push((await mainThreadWork(browser, page, () => openFirst(page))).total)
      await page.evaluate(() => location.hash = '#/')
    }
    await page.evaluate(() => location.hash = '#/threads/t0')
    await page.getByRole('textbox', { name: 'Message', exact: true }).click()
    await wait(settledMs)
    const typing = await mainThreadWork(browser, page, () => page.keyboard.type('a'.repeat(keys), { delay: 30 }))
    const scrolling = await mainThreadWork(browser, page, () => scroll(page))
    return {
      open: median(opens.slice(1)),
      type: typing.total / keys,
      scroll: scrolling.total / frames,
      host: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1]) / 1024,
      heap: await heapMegabytes(page),
    }
  }
  finally {
    await context.close()
    await host.stop()
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.evaluate(() => location.hash = '#/threads/t0')
  await page.locator('[role=log] [data-entry=turn-end]').last().waitFor()
  await page.evaluate(() => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve))))
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    const log = document.querySelector('[role=log]')!
    for (let frame = 0; frame < frames; frame++) {
      log.scrollTop -= 50
      await new Promise(requestAnimationFrame)
    }
  }, frames)
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

async function measureCpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function megabytesIn(data: string): number {
  const files = readdirSync(data).filter(name => /\.db(?:-wal)?$/.test(name))
  return files.reduce((sum, name) => sum + statSync(join(data, name)).size, 0) / 1e6
}

function toRows({ what, counts, points }: GrowthSeries): BenchRow[] {
  return (Object.keys(metrics) as Metric[]).map((metric) => {
    const { name, unit, isFlat, target } = metrics[metric]
    const [value, reference] = [points.at(-1)![metric], points.at(isFlat ? 0 : -2)![metric]]
    const [from, to] = [counts.at(isFlat ? 0 : -2)!, counts.at(-1)!]
    return benchRow({
      area: 'growth',
      name: `${name}: ${to.toLocaleString('en')} ${what}, against ${from.toLocaleString('en')}`,
      value,
      unit,
      reference,
      ratio: value / reference,
      target,
    })
  })
}

function toTable({ what, counts, points }: GrowthSeries): string {
  const lines = (Object.keys(metrics) as Metric[]).map((metric) => {
    const { name, unit } = metrics[metric]
    return `| ${name}, ${unit} | ${points.map(point => Number(point[metric].toPrecision(3)).toLocaleString('en')).join(' | ')} |`
  })
  const head = `| ${what} | ${counts.map(count => count.toLocaleString('en')).join(' | ')} |`
  return [head, `|---|${'---:|'.repeat(counts.length)}`, ...lines, ''].join('\n')
}
