import type { ThreadEvent } from '../../../src/shared/thread/events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Bundle, bundleFormat, bundleVersion, maxBundleBytes } from '../../../src/shared/bundle/bundle'
import { parseBundle } from '../../../src/shared/bundle/parseBundle'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'

const folder = join(import.meta.dirname, '../../fixtures/transcripts')
const recorded = globSync('*.jsonl', { cwd: folder }).map(file => ({
  file,
  events: readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as ThreadEvent),
}))

function makeBundle(changes: Partial<Record<keyof Bundle, unknown>> = {}): string {
  return JSON.stringify({
    format: bundleFormat,
    version: bundleVersion,
    exportedAt: 0,
    made: { parley: '0.1.0', platform: 'linux' },
    thread: { title: 'T', agentName: 'A', folder: '/w', createdAt: 0 },
    isWithoutContents: false,
    events: [],
    terminals: [],
    trace: [],
    ...changes,
  })
}

describe('parseBundle', () => {
  it.each(recorded)('accepts every recorded thread unchanged: $file', ({ events }) => {
    expect(parseBundle(makeBundle({ events })).events).toEqual(events)
  })

  it('keeps updates and events of unknown kinds', () => {
    const events = [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'hologram', shape: 1 } }, { seq: 2, at: 0, type: 'newer' }]

    expect(parseBundle(makeBundle({ events })).events).toEqual(events)
  })

  it.each([
    ['no JSON', 'hello', 'not JSON'],
    ['another format', '{"events":[]}', 'not a Parley bundle'],
    ['only blanks', ' \n', 'empty'],
    ['a part of a bundle', makeBundle().slice(0, -2), 'incomplete'],
    ['a newer version', makeBundle({ version: 2 }), 'newer Parley. Update'],
    ['a version that never existed', makeBundle({ version: 0 }), 'damaged: version'],
    ['a version that is no number', makeBundle({ version: '1' }), 'damaged: version'],
    ['a time out of range', makeBundle({ events: [{ seq: 1, at: 1e300, type: 'cancel' }] }), 'events.0.at'],
    ['a time that is no number', makeBundle({ events: [{ seq: 1, at: null, type: 'cancel' }] }), 'events.0.at'],
    ['an event of number 0', makeBundle({ events: [{ seq: 0, at: 0, type: 'cancel' }] }), 'events.0.seq'],
    [
      'an event twice',
      makeBundle({
        events: [
          { seq: 1, at: 0, type: 'cancel' },
          { seq: 1, at: 0, type: 'cancel' },
        ],
      }),
      'events.1: the events are not in order',
    ],
    ['only null', 'null', 'not a Parley bundle'],
    ['no events', makeBundle({ events: undefined }), 'events'],
    [
      'an object in place of a text',
      makeBundle({
        events: [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: {} } } }],
      }),
      'events.0.update.content.text',
    ],
    [
      'a tool call without an id',
      makeBundle({ events: [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'tool_call', title: 'x' } }] }),
      'events.0.update.toolCallId',
    ],
    [
      'a text block without text',
      makeBundle({ events: [{ seq: 1, at: 0, type: 'prompt', promptId: 'p', content: [{ type: 'text' }] }] }),
      'events.0.content.0.text',
    ],
    [
      'events out of order',
      makeBundle({
        events: [
          { seq: 2, at: 0, type: 'cancel' },
          { seq: 1, at: 0, type: 'cancel' },
        ],
      }),
      'not in order',
    ],
    [
      'too many levels',
      makeBundle({ trace: [] }).replace(
        '"trace":[]',
        `"trace":[{"seq":1,"at":0,"bytes":1,"direction":"in","message":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`,
      ),
      'nested too deeply',
    ],
    [
      'a terminal of a million columns',
      makeBundle({
        terminals: [
          {
            terminalId: 't',
            commandLine: 'x',
            source: 'pty',
            state: 'exited',
            output: '',
            offset: 0,
            truncated: false,
            columns: 1_000_000,
            rows: 24,
          },
        ],
      }),
      'terminals.0.columns',
    ],
  ])('rejects a file with %s, and says what is wrong', (_, json, said) => {
    expect(() => parseBundle(json)).toThrow(said)
  })

  it('reports the first fault of a million, without looking for the others', () => {
    const faulty = makeBundle({ trace: [] }).replace('"trace":[]', `"trace":[${'{},'.repeat(1_000_000)}{}]`)

    expect(() => parseBundle(faulty)).toThrow('trace.0')
  })

  it('accepts names of inherited properties as ids', () => {
    const events = ['__proto__', 'constructor', 'toString'].map((id, index) => ({
      seq: index + 1,
      at: 0,
      type: 'update',
      update: { sessionUpdate: 'tool_call', toolCallId: id, title: id, kind: id, status: id },
    }))

    const read = parseBundle(
      makeBundle({ events }).replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
    )

    expect(reduce(emptyTranscript, read.events).entries).toHaveLength(3)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('rejects a file of more than 64 MB before reading it', () => {
    expect(() => parseBundle(' '.repeat(maxBundleBytes + 1))).toThrow('larger than 64 MB')
  })
})
