import type { ThreadEvent } from '../../../../src/shared/thread/events'
import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { decodeSessionUpdate } from '../../../../src/main/agents/decode/sessionUpdateDecoder'
import { findLineFault } from '../../../../src/main/agents/wire/readLine'
import { bundleFormat, bundleVersion } from '../../../../src/shared/bundle/bundle'
import { parseBundle } from '../../../../src/shared/bundle/parseBundle'
import { isJsonObject } from '../../../../src/shared/text/jsonObject'
import { reduce } from '../../../../src/shared/thread/reduce/reduce'
import { emptyTranscript, type Transcript } from '../../../../src/shared/thread/transcript'
import { formatTranscript } from '../../../support/formatTranscript'
import { createRandom, cut } from '../random'

/**
 * Any log that a host or a bundle accepts can be reduced, with the same result at once, in batches, and stored in
 * between.
 */
export const reducer: FuzzTarget = {
  name: 'reducer',
  shape: 'json lines',
  corpus: ['tools/fuzz/corpus/reducer/*', 'fixtures/transcripts/*.jsonl'],
  run: (input) => {
    const random = createRandom(input)
    const events = parseEvents(input.toString())
    const whole = reduce(emptyTranscript, events)
    formatTranscript(whole)
    assert.equal(new Set(whole.entries.map(({ id }) => id)).size, whole.entries.length, 'each entry has its own id')
    let batched = emptyTranscript
    let storedBetween = emptyTranscript
    for (const batch of cut(events, random, 20)) {
      batched = reduce(batched, batch)
      storedBetween = reduce(stored(storedBetween), batch)
    }
    assert.deepEqual(batched, whole, 'in batches')
    assert.deepEqual(stored(storedBetween), stored(whole), 'stored in between')
    assert.equal(reduce(whole, events), whole, 'what was folded already changes nothing')
  },
}

/** Parses the lines that are valid in a log: updates according to the wire, other events according to bundles. */
function parseEvents(text: string): ThreadEvent[] {
  const events: ThreadEvent[] = []
  for (const line of text.split('\n')) {
    const event = parsed(line)
    const allowed = event && allowedEvent({ ...event, seq: events.length + 1, at: events.length })
    if (allowed)
      events.push(JSON.parse(JSON.stringify(allowed)) as ThreadEvent)
  }
  return events
}

function allowedEvent(event: Record<string, unknown>): unknown {
  if (event.type === 'update') {
    const update = decodeSessionUpdate({ sessionId: 's', update: event.update })?.update
    return update && { ...event, update }
  }
  try {
    return parseBundle(
      JSON.stringify({
        format: bundleFormat,
        version: bundleVersion,
        exportedAt: 0,
        made: { parley: '', platform: '' },
        thread: { title: '', agentName: '', folder: '', createdAt: 0 },
        isWithoutContents: false,
        events: [event],
        terminals: [],
        trace: [],
      }),
    ).events[0]
  }
  catch {
    return undefined // not let in
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = findLineFault(line) === undefined ? JSON.parse(line) : undefined
    return isJsonObject(value) ? value : undefined
  }
  catch {
    return undefined // no line of a log
  }
}

function stored(transcript: Transcript): Transcript {
  return JSON.parse(JSON.stringify(transcript)) as Transcript
}
