import { setTimeout as wait } from 'node:timers/promises'
import { OpenThread } from '../e2e/app/openThread'
import { scripted } from '../support/scriptedAgent'
import { withBuiltApp } from './builtApp'
import { measureFrames } from './frames'
import { type BenchRow, benchRow } from './row'

const watchedMs = 5_000
const settledMs = 1_000
/** A fifth of the time, as measured with a plain window in Chromium. */
const busyBefore = 0.2

/**
 * Measures how the built window draws what `begin` starts, against the idle window. `busiest`: the limit of the main
 * thread's busy time, in fifths of the time.
 */
export async function streaming(
  area: string,
  { busiest, begin }: { busiest: number, begin: (thread: OpenThread) => Promise<void> },
): Promise<BenchRow[]> {
  return withBuiltApp({ agents: { streams: scripted('streamsTokens') } }, async (app, browser) => {
    const thread = new OpenThread(app)
    await thread.start('streams')
    await wait(settledMs)
    const idle = await measureFrames(browser, app.page, watchedMs)
    await begin(thread)
    await wait(settledMs)
    const { p95, busy } = await measureFrames(browser, app.page, watchedMs)
    return [
      benchRow({
        area,
        name: 'time between frames, p95, against the window at rest',
        value: p95,
        unit: 'ms',
        reference: idle.p95,
        ratio: p95 / idle.p95,
        target: '<= 1.2x',
      }),
      benchRow({
        area,
        name: 'part of the time for which the main thread works, against a fifth',
        value: busy * 100,
        unit: '%',
        reference: busyBefore * 100,
        ratio: busy / busyBefore,
        target: `<= ${busiest}x`,
      }),
    ]
  })
}
