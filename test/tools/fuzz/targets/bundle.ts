import type { Bundle } from '../../../../src/shared/bundle/bundle'
import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { parseBundle } from '../../../../src/shared/bundle/parseBundle'
import { HostError } from '../../../../src/shared/errors'
import { reduce } from '../../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../../src/shared/thread/transcript'
import { formatTranscript } from '../../../support/formatTranscript'

/** Any chosen file is refused with a message, or can be shown, stored and exported completely. */
export const bundle: FuzzTarget = {
  name: 'bundle',
  shape: 'json',
  corpus: ['tools/fuzz/corpus/bundle/*'],
  run: (input) => {
    const read = parsed(input.toString())
    if (read === undefined)
      return
    const again = parseBundle(JSON.stringify(read))
    assert.deepEqual(again, JSON.parse(JSON.stringify(read)), 'it can be handed on')
    structuredClone(read)
    for (const terminal of read.terminals)
      assert.ok(terminal.columns <= 1000 && terminal.rows <= 1000)
    const transcript = reduce(emptyTranscript, read.events)
    assert.equal(transcript.lastSeq, read.events.at(-1)?.seq ?? 0, 'no event is passed over')
    formatTranscript(transcript)
  },
}

function parsed(text: string): Bundle | undefined {
  try {
    return parseBundle(text)
  }
  catch (error) {
    assert.ok(error instanceof HostError && error.message !== '', `refused with words, not by ${String(error)}`)
    return undefined
  }
}
