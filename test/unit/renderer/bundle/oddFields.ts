import { mount } from '@vue/test-utils'
import { expect } from 'vitest'
import EntryView from '../../../../src/renderer/components/transcript/entries/EntryView.vue'
import { provideReplay } from '../../../../src/renderer/composables/thread/threadContext'
import { parseBundle } from '../../../../src/shared/bundle/parseBundle'
import { isJsonObject } from '../../../../src/shared/text/jsonObject'
import { reduce } from '../../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../../src/shared/thread/transcript'

const annotations = { audience: ['user'], priority: 1, lastModified: '2026-01-01T00:00:00Z' }
const blocks = [
  { type: 'text', text: 't', annotations },
  { type: 'image', data: 'QUJD', mimeType: 'image/png', uri: 'file:///a', annotations },
  { type: 'audio', data: 'QUJD', mimeType: 'audio/wav', annotations },
  { type: 'resource_link', uri: 'file:///a', name: 'n', title: 't', description: 'd', mimeType: 'text/plain', size: 1, annotations },
  { type: 'resource', resource: { uri: 'file:///a', text: 't', mimeType: 'text/plain' }, annotations },
  { type: 'resource', resource: { uri: 'file:///a', blob: 'QUJD', mimeType: 'image/png' } },
  { type: 'hologram', text: 1 },
]
const wrapUpdate = (of: object) => ({ type: 'update', update: of })
/** One of each kind of entry, with all optional fields. */
const events: readonly Record<string, unknown>[] = [
  { type: 'prompt', promptId: 'p', content: blocks },
  wrapUpdate({ sessionUpdate: 'agent_thought_chunk', content: blocks[0], messageId: 'm' }),
  ...blocks.map(content => wrapUpdate({ sessionUpdate: 'agent_message_chunk', content, messageId: 'm' })),
  wrapUpdate({
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 't',
    kind: 'edit',
    status: 'completed',
    locations: [{ path: '/a', line: 1 }],
    rawInput: { command: 'x' },
    rawOutput: 'o',
    _meta: { a: 1 },
    content: [...blocks.map(content => ({ type: 'content', content })), { type: 'diff', path: '/a', oldText: 'a', newText: 'b' }],
  }),
  wrapUpdate({ sessionUpdate: 'plan', entries: [{ content: 's', priority: 'high', status: 'pending' }] }),
  wrapUpdate({ sessionUpdate: 'notice', severity: 'info', title: 't', description: 'd', details: 'x' }),
  wrapUpdate({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'failed', error: 'e', summary: [blocks[0]] }),
  {
    type: 'permission',
    requestId: 'r',
    from: 'agent',
    toolCall: { toolCallId: 'c', title: 't', kind: 'edit' },
    options: [{ optionId: 'o', name: 'n', kind: 'allow_once', scope: 's' }],
  },
  {
    type: 'permission',
    requestId: 's',
    from: 'parley',
    toolCall: { toolCallId: 'c' },
    options: [],
    subject: { kind: 'command', commandLine: 'x', shell: true, cwd: '/a', env: [{ name: 'A', value: 'b' }] },
  },
  {
    type: 'elicitation',
    requestId: 'e',
    request: {
      mode: 'form',
      message: 'm',
      requestedSchema: {
        title: 't',
        description: 'd',
        properties: { a: { type: 'string', title: 't', description: 'd', enum: ['x'] }, b: { type: 'array', items: { enum: ['x'] } } },
        required: ['a'],
      },
    },
  },
  { type: 'elicitationAnswer', requestId: 'e', response: { action: 'accept', content: { a: 'x', b: ['x'] } }, by: 'person' },
  { type: 'notice', severity: 'warning', title: 't', description: 'd', details: 'x' },
  { type: 'turnEnd', reason: 'end_turn' },
  {
    type: 'turnChanges',
    promptId: 'p',
    count: 2,
    files: [{ path: '/a', kind: 'added', by: ['asked', 'you'], added: 1, removed: 1 }],
    gap: 'g',
    git: [{ branch: { from: 'a', to: 'b' }, commits: 1, moved: true, config: true, hooks: true, repository: 'new' }],
  },
  { type: 'takenBack', files: [{ promptId: 'p', path: '/a', act: 'reject' }] },
  { type: 'origin', how: 'fork', threadId: 'x', title: 't', agentName: 'a' },
  { type: 'turnEnd', reason: 'error', message: 'm', details: 'd' },
]

/** `value` with one of its parts replaced, for each part. */
function* replaceParts(value: unknown, by: unknown): Generator<{ value: unknown, path: string }> {
  yield { value: by, path: '' }
  if (!isJsonObject(value) && !Array.isArray(value))
    return
  for (const [key, part] of Object.entries(value)) {
    for (const odd of replaceParts(part, by))
      yield { value: setPart(value, key, odd.value), path: `.${key}${odd.path}` }
  }
}

function setPart(whole: object, key: string, part: unknown): unknown {
  return Array.isArray(whole) ? whole.map((item: unknown, index) => String(index) === key ? part : item) : { ...whole, [key]: part }
}

/** Draws what the last shown event adds or changes. */
function draw(shown: readonly unknown[]): void {
  const bundle = JSON.stringify({
    format: 'parley-bundle',
    version: 1,
    exportedAt: 0,
    made: { parley: '0.1.0', platform: 'linux' },
    thread: { title: 'T', agentName: 'A', folder: '/w', createdAt: 0 },
    isWithoutContents: false,
    events: shown,
    terminals: [],
    trace: [],
  })
  const parsed = parseBundle(bundle).events
  const before = reduce(emptyTranscript, parsed.slice(0, -1))
  // The rest was already drawn when its own event was the last.
  for (const entry of reduce(before, parsed.slice(-1)).entries.filter(entry => !before.entries.includes(entry))) {
    mount({
      components: { EntryView },
      setup: () => {
        provideReplay()
        return { entry }
      },
      template: '<EntryView :entry="entry" :is-live="false" />',
    }).unmount()
  }
}

/** Values of wrong types. */
export const oddValues: readonly unknown[] = [5, 'odd', null, {}, [], [{}], true]

/**
 * Draws or refuses a bundle in which one part of an event, each in turn, is replaced by the values that `oddOnes` gives
 * for its number.
 */
export function drawOrReject(oddOnes: (number: number) => readonly unknown[]): void {
  const numbered: Record<string, unknown>[] = events.map((event, index) => ({ seq: index + 1, at: 0, ...event }))
  for (const length of numbered.keys())
    draw(numbered.slice(0, length + 1))
  const undrawn: string[] = []
  for (const [index, event] of numbered.entries()) {
    for (const by of oddValues) {
      const odd = [...replaceParts(event, by)].filter((_, number) => oddOnes(number).includes(by))
      for (const { value, path } of odd) {
        try {
          draw([...numbered.slice(0, index), value])
        }
        catch (error) {
          if (!String(error).includes('The bundle is damaged'))
            undrawn.push(`${String(event.type)}${path} = ${JSON.stringify(by)}: ${String(error)}`)
        }
      }
    }
  }
  expect(undrawn).toEqual([])
}
