import type { Entry } from '../../src/shared/thread/transcript'
import { performance } from 'node:perf_hooks'
import { SearchIndex } from '../../src/main/store/search/searchIndex'
import { SearchReader } from '../../src/main/store/search/searchReader'
import { searchThreads } from '../../src/main/threads/search/searchThreads'
import { toSummary } from '../../src/main/threads/threadStatus'
import { emptyTranscript } from '../../src/shared/thread/transcript'
import { addThread, withStore } from './benchStore'
import { measureLongestPause } from './longestPause'
import { median } from './median'
import { benchRow, type BenchRow } from './row'

const threadCount = 100
const entriesOfThread = 1_000
const wordsKnown = 20_000
const searches = [
  ['a rare word', 'rare '],
  ['a common word', 'common '],
  ['two words and a beginning', 'w1 w2 w12'],
  ['the beginning of 10,000 words', 'w1'],
] as const
const never = 24 * 60 * 60 * 1000

/**
 * Measures searching 100,000 stored entries through the index, against reading them; and how long that blocks the
 * host.
 */
export function bench(): Promise<BenchRow[]> {
  return withStore(async (store, database) => {
    const random = numbers()
    for (let thread = 0; thread < threadCount; thread++) {
      const threadId = `t${thread}`
      addThread(store, threadId)
      store.project(threadId, {
        entries: Array.from({ length: entriesOfThread }, (_, index) => ({ index, entry: entryOf(index, random) })),
        head: emptyTranscript.head,
        projectedSeq: entriesOfThread,
        entryCount: entriesOfThread,
        reducerVersion: 1,
      })
    }
    const report = (error: unknown): never => {
      throw error
    }
    const index = new SearchIndex({ database, report, times: { firstMs: never, afterMs: never, restFactor: 0 } })
    try {
      const begunAt = performance.now()
      const indexing = await measureLongestPause(() => index.run())
      console.error(`search: indexed ${threadCount * entriesOfThread} entries in ${Math.round(performance.now() - begunAt)} ms,`
        + ` at most ${indexing.toFixed(1)} ms at once`)
      const reader = new SearchReader(index)
      const threads = store.listThreads().map(thread => toSummary(thread))
      const search = (words: string) => searchThreads(
        { search: words, limit: 20 },
        { reader, threads, signal: new AbortController().signal },
      )
      const rows: BenchRow[] = []
      const reading = median(Array.from({ length: 3 }, () => {
        const begun = performance.now()
        database.sql.prepare('SELECT count(*) FROM entries WHERE body LIKE \'%common w7 %\'').get()
        return performance.now() - begun
      }))
      for (const [name, words] of searches) {
        const times: number[] = []
        const pauses: number[] = []
        for (let turn = 0; turn < 5; turn++) {
          const begun = performance.now()
          pauses.push(await measureLongestPause(() => search(words)))
          times.push(performance.now() - begun)
        }
        console.error(`search: ${name}: at most ${median(pauses).toFixed(1)} ms at once`)
        const value = median(times)
        rows.push(benchRow({
          area: 'search',
          name: `searching 100,000 entries for ${name}, against reading them`,
          value,
          unit: 'ms',
          reference: reading,
          ratio: value / reading,
          target: '<= 8x',
        }))
      }
      return rows
    }
    finally {
      await index.dispose()
    }
  })
}

function entryOf(index: number, random: () => number): Entry {
  const words = Array.from({ length: 20 + Math.floor(random() ** 3 * 400) }, () => `w${Math.floor(random() ** 4 * wordsKnown)}`)
  const text = [...words, ...index % 3 === 0 ? ['common'] : [], ...index === 500 ? ['rare'] : []].join(' ')
  return { kind: 'agent', id: `e${index}`, at: index, content: [{ type: 'text', text }] }
}

/** The same in each run. */
function numbers(): () => number {
  let state = 1
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
}
