import type { Browser, Page } from '@playwright/test'

/** The used fields of a trace event; times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly name?: string }
  readonly tdur?: number
}

/** The work of a page's main thread in a trace, in milliseconds of CPU time. */
export interface MainThreadWork {
  /** The longest task, during which the page was blocked. */
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
