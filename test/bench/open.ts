import type { ThreadStore } from '../../src/main/store/threadStore'
import { withStore } from './benchStore'
import { entriesPerTurn, fillThread, openLog } from './fillThread'
import { measureMedians, measureMs } from './median'
import { benchRow, type BenchRow } from './row'

const opensPerRun = 200

/** Measures opening a stored thread for a renderer: a long one against one of a single page. */
export function bench(): Promise<BenchRow[]> {
  return withStore(async (store) => {
    fillThread(store, 'long', 10_000)
    fillThread(store, 'short', 60)
    // one for each
    const [value, reference] = (await measureMedians(9, [() => openMs(store, 'long'), () => openMs(store, 'short')])) as [number, number]
    return [
      benchRow({
        area: 'open',
        name: 'opening a thread of 10,000 entries, against one of 60 (host only)',
        value,
        unit: 'ms',
        reference,
        ratio: value / reference,
        target: '<= 1.5x',
      }),
    ]
  })
}

function openMs(store: ThreadStore, threadId: string): number {
  return measureMs(() => {
    for (let open = 0; open < opensPerRun; open++) {
      if (openLog(store, threadId).transcript.entries.length < entriesPerTurn)
        throw new Error('The thread was opened without its entries')
    }
  }) / opensPerRun
}
