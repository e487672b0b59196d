import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundleFormat, bundleVersion, maxBundleBytes, type Bundle } from '../../src/shared/bundle/bundle'
import { parseBundle } from '../../src/shared/bundle/parseBundle'
import type { ThreadEvent } from '../../src/shared/thread/events'

const folder = join(import.meta.dirname, '../fixtures/transcripts')
const recorded = globSync('*.jsonl', { cwd: folder }).map(file => ({ file, events: readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as ThreadEvent) }))

function bundle(changes: Partial<Record<keyof Bundle, unknown>> = {}): string {
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
  it.each(recorded)('takes every recorded thread as it is: $file', ({ events }) => {
    expect(parseBundle(bundle({ events })).events).toEqual(events)
  })

  it('keeps an update and an event of a kind that it does not know', () => {
    const events = [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'hologram', shape: 1 } }, { seq: 2, at: 0, type: 'newer' }]

    expect(parseBundle(bundle({ events })).events).toEqual(events)
  })

  it.each([
    ['no JSON', 'hello', 'not JSON'],
    ['another file', '{"events":[]}', 'not a bundle'],
    ['another version', bundle({ version: 2 }), 'another version'],
    ['nothing at all', 'null', 'not a bundle'],
    ['no events', bundle({ events: undefined }), 'events'],
    ['a text that is none', bundle({ events: [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: {} } } }] }), 'events.0.update.content.text'],
    ['a tool call without an id', bundle({ events: [{ seq: 1, at: 0, type: 'update', update: { sessionUpdate: 'tool_call', title: 'x' } }] }), 'events.0.update.toolCallId'],
    ['a tag that is a method of every object', bundle({ events: [{ seq: 1, at: 0, type: 'prompt', promptId: 'p', content: [{ type: 'text' }] }] }), 'events.0.content.0.text'],
    ['events out of order', bundle({ events: [{ seq: 2, at: 0, type: 'cancel' }, { seq: 1, at: 0, type: 'cancel' }] }), 'not in order'],
    ['more levels than anything can show', bundle({ trace: [] }).replace('"trace":[]', `"trace":[{"seq":1,"at":0,"bytes":1,"direction":"in","message":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`), 'nested too deeply'],
    ['a terminal of a million columns', bundle({ terminals: [{ terminalId: 't', commandLine: 'x', source: 'pty', state: 'exited', output: '', offset: 0, truncated: false, columns: 1_000_000, rows: 24 }] }), 'terminals.0.columns'],
  ])('refuses a file with %s, and says what is wrong', (_, json, said) => {
    expect(() => parseBundle(json)).toThrow(said)
  })

  it('refuses a file of more than 64 MB before reading it', () => {
    expect(() => parseBundle(' '.repeat(maxBundleBytes + 1))).toThrow('larger than 64 MB')
  })
})
