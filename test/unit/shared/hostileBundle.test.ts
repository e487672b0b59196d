import type { ThreadEvent } from '../../../src/shared/thread/events'
import { expect, it } from 'vitest'
import { ensureShowable } from '../../../src/renderer/components/bundle/readBundleFile'
import { parseBundle } from '../../../src/shared/bundle/parseBundle'

/** A bundle of so many events, as a file holds them. */
function makeBundle(count: number, event: (number: number) => object): string {
  const events = Array.from({ length: count }, (_, index) => JSON.stringify({ seq: index + 1, at: 0, ...event(index + 1) }))
  const thread = { title: 'T', agentName: 'A', folder: '/w', createdAt: 0 }
  const head = { format: 'parley-bundle', version: 1, exportedAt: 0, made: { parley: '1', platform: 'linux' }, thread }
  return `${JSON.stringify({ ...head, isWithoutContents: false, terminals: [], trace: [] }).slice(0, -1)},"events":[${events.join(',')}]}`
}

const call = { toolCallId: 'c', title: 't', kind: 'execute', status: 'completed' }

// With quadratic cost, this takes longer here than a bundle may take.
it.each<[string, (number: number) => object]>([
  ['ends of turns', () => ({ type: 'turnEnd', reason: 'end_turn' })],
  ['terminals', number => ({ type: 'terminalStart', terminalId: `t${number}`, commandLine: 'x', source: 'pty' })],
  ['commands that fail', number => number % 2
    ? { type: 'terminalStart', terminalId: `t${number}`, commandLine: 'x', source: 'pty' }
    : { type: 'terminalEnd', terminalId: `t${number - 1}`, exit: { exitCode: 1 }, killed: false }],
  ['queued messages', number => ({ type: 'queued', messageId: `m${number}`, content: [] })],
  ['queued messages that are moved', number => number < 20_000
    ? { type: 'queued', messageId: `m${number}`, content: [] }
    : { type: 'queueChange', messageId: `m${number - 19_999}`, before: 'm1' }],
])('a bundle with 40,000 %s is shown in linear time', (_, event) => {
  expect(() => ensureShowable(parseBundle(makeBundle(40_000, event)).events)).not.toThrow()
})

it('a bundle is rejected if showing it would take too long', () => {
  const { events } = parseBundle(makeBundle(10_000, () => ({ type: 'cancel' })))
  let time = 0
  expect(() => ensureShowable(events, { now: () => time += 3_000 })).toThrow('would take too long')
})

it('a bundle cannot change the prototypes of objects', () => {
  const planted = '"__proto__":{"subject":5,"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}'
  const text = makeBundle(1, () => ({ type: 'permission', requestId: 'r', from: 'agent', toolCall: call, options: [] }))
    .replace('"toolCall":{', `${planted},"toolCall":{${planted},`)
  const [event] = parseBundle(text).events as readonly (ThreadEvent & { toolCall: object })[]
  for (const object of [event!, event!.toolCall])
    expect([Object.getPrototypeOf(object), 'isAdmin' in object, 'subject' in object]).toEqual([Object.prototype, false, false])
  expect('isAdmin' in {}).toBe(false)
})

it.each([
  ['a negative count', { count: -1, files: [] }],
  ['more files than a turn names', { count: 1, files: Array.from({ length: 201 }, () => ({ path: '/a', kind: 'added', by: [] })) }],
  ['an unknown kind', { count: 1, files: [{ path: '/a', kind: '<b>', by: ['you'] }] }],
  ['an unknown author', { count: 1, files: [{ path: '/a', kind: 'added', by: ['nobody'] }] }],
  ['a branch whose name is no text', { count: 0, files: [], git: [{ branch: { from: {}, to: 'x' } }] }],
  ['a settings flag that is no boolean', { count: 0, files: [], git: [{ config: 'false' }] }],
  ['a hooks flag that is no boolean', { count: 0, files: [], git: [{ hooks: {} }] }],
  ['a moved flag that is no boolean', { count: 0, files: [], git: [{ moved: [] }] }],
  ['too many repositories', { count: 0, files: [], git: Array.from({ length: 1_001 }, () => ({ config: true })) }],
])('a bundle is rejected if the changes of a turn contain %s', (_, changes) => {
  expect(() => parseBundle(makeBundle(1, () => ({ type: 'turnChanges', promptId: 'p', ...changes }))))
    .toThrow('The bundle is damaged')
})
