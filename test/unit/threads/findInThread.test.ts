import type { Entry } from '../../../src/shared/thread/transcript'
import { describe, expect, it } from 'vitest'
import { findInThread } from '../../../src/main/threads/search/findInThread'

function makeThread(texts: readonly string[]) {
  const entries = texts.map((text, index): Entry => ({ kind: 'agent', id: `e${index}`, at: 1, content: [{ type: 'text', text }] }))
  const reads: number[] = []
  return {
    reads,
    entryCount: entries.length,
    readEntries(before: number, limit: number): Entry[] {
      reads.push(limit)
      return entries.slice(Math.max(0, before - limit), before)
    },
  }
}

describe('finding in a thread', () => {
  it('reads the thread back to its start in small parts, and counts matches in its order', async () => {
    const thread = makeThread(Array.from({ length: 120 }, (_, index) => index % 60 === 0 ? 'a needle, a Needle' : 'hay'))
    expect(await findInThread(thread, 'needle')).toEqual({
      places: [{ entryIndex: 0, count: 2 }, { entryIndex: 60, count: 2 }],
      isCut: false,
    })
    expect(thread.reads.length).toBeGreaterThan(2)
    expect((await findInThread(thread, '  ')).places).toEqual([])
  })

  it('stops at a limit of matches, and has the latest', async () => {
    const { places, isCut } = await findInThread(makeThread(Array.from({ length: 100 }, () => 'a'.repeat(1_000))), 'a')
    expect(isCut).toBe(true)
    expect(places.at(-1)).toEqual({ entryIndex: 99, count: 200 })
    expect(places.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(2_200)
  })
})
