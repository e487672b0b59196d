import type { Browser, Page } from '@playwright/test'

/** What one event of a trace says, as far as it is used here; times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly name?: string }
  readonly tdur?: number
}

/**
 * What the thread that runs and lays out a page did meanwhile, in milliseconds of the processor's time: waiting for it
 * does not count.
 */
export interface MainThreadWork {
  /** The longest task: for so long the page stood still. */
  readonly longest: number
  readonly total: number
}

/** Traces the page's main thread while `act` runs. */
export async function mainThreadWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThreadWork> {
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // Chromium's format
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const mainThreads = new Set(traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(threadOf))
  const tasks = traceEvents.filter(event => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
  if (tasks.length === 0)
    throw new Error('the trace holds no task of the page')
  const durations = tasks.map(({ tdur = 0 }) => tdur / 1000)
  return { longest: Math.max(...durations), total: durations.reduce((sum, ms) => sum + ms, 0) }
}
