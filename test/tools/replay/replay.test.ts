import type { ThreadEvent } from '../../../src/shared/thread/events'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastCheck from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { formatTranscript } from '../../support/formatTranscript'

const folder = join(import.meta.dirname, '../../fixtures/transcripts')
const fixtures = globSync('*.jsonl', { cwd: folder }).sort().map(file => ({
  name: basename(file, '.jsonl'),
  events: readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as ThreadEvent),
}))

describe('recorded transcripts', () => {
  it('exist', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(5)
  })

  it.each(fixtures)('$name reads as its golden text', async ({ name, events }) => {
    await expect(formatTranscript(reduce(emptyTranscript, events))).toMatchFileSnapshot(join(folder, `${name}.txt`))
  })

  it.each(fixtures)('$name is the same however its events are cut into batches', ({ events }) => {
    const whole = reduce(emptyTranscript, events)
    fastCheck.assert(fastCheck.property(fastCheck.array(fastCheck.integer({ min: 1, max: 7 })), (sizes) => {
      let transcript = emptyTranscript
      for (let from = 0, turn = 0; from < events.length; turn++) {
        const size = sizes[turn % Math.max(1, sizes.length)] ?? 1
        transcript = reduce(transcript, events.slice(from, from + size))
        from += size
      }
      expect(transcript).toEqual(whole)
    }), { numRuns: 20 })
  })

  it.each(fixtures)('$name keeps the identity of entries that an event does not change', ({ events }) => {
    let transcript = emptyTranscript
    for (const event of events) {
      const next = reduce(transcript, [event])
      const changed = next.entries.slice(0, transcript.entries.length).filter((entry, index) => entry !== transcript.entries[index])
      if (event.type !== 'cancel' && event.type !== 'turnEnd')
        expect(changed.length).toBeLessThanOrEqual(2)
      transcript = next
    }
  })
})
