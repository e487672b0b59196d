import { describe, expect, it } from 'vitest'
import { decodeSessionUpdate } from '../../../src/main/agents/decode/sessionUpdateDecoder'

function decode(update: unknown) {
  const decoded = decodeSessionUpdate({ sessionId: 's1', update })
  return decoded && { update: decoded.update as unknown, repaired: decoded.repaired }
}

const cost = { amount: 0.25, currency: 'USD' }
const text = { type: 'text', text: 'hi' }
const call = { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Read', kind: 'read', status: 'pending' }

describe('decodeSessionUpdate', () => {
  it.each([
    { sessionUpdate: 'agent_message_chunk', content: text, messageId: 'm1', _meta: { a: 1 } },
    {
      ...call,
      content: [
        { type: 'content', content: text },
        { type: 'diff', path: '/a', oldText: null, newText: 'x' },
        { type: 'terminal', terminalId: 'x' },
      ],
      locations: [{ path: '/a', line: 3 }],
      rawInput: 7,
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 't1', title: null, content: null },
    { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'high', status: 'pending' }] },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'web', description: '', input: null }] },
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        {
          id: 'm',
          name: 'M',
          type: 'select',
          currentValue: 'a',
          options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
        },
      ],
    },
    { sessionUpdate: 'session_info_update', title: null },
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'credits' } },
    { sessionUpdate: 'notice', severity: 'info', title: 'a' },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: [text] },
    { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text },
  ])('returns a valid $sessionUpdate as the same object', (update) => {
    const decoded = decode(update)
    expect(decoded?.update).toBe(update)
    expect(decoded?.repaired).toEqual([])
  })

  it('keeps an unknown update and an unknown content block unchanged', () => {
    const vendor = { sessionUpdate: '_vendor/thing', deep: { data: [1] } }
    expect(decode(vendor)?.update).toBe(vendor)
    const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', data: 1 } }
    expect(decode(chunk)?.update).toBe(chunk)
  })

  it('drops only the invalid items of a tool call', () => {
    const good = { type: 'content', content: text }
    expect(
      decode({
        ...call,
        content: [good, { type: 'diff', path: 7, newText: 'x' }, null, { type: 'content', content: { type: 'text' } }],
        locations: [{ path: '/a', line: 'x' }, 3],
      }),
    ).toEqual({
      update: { ...call, content: [good], locations: [{ path: '/a' }] },
      repaired: expect.arrayContaining(['content item', 'location', 'line']),
    })
  })

  it('drops a field of the wrong type and keeps the rest of the call', () => {
    expect(decode({ ...call, kind: 7, content: 'x' })?.update).toEqual({
      sessionUpdate: 'tool_call',
      toolCallId: 't1',
      title: 'Read',
      status: 'pending',
    })
  })

  it('treats a tool call without a title as a patch', () => {
    expect(decode({ sessionUpdate: 'tool_call', toolCallId: 't1', status: 'completed' })?.update).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't1',
      status: 'completed',
    })
  })

  it('wraps content blocks that a tool call contains directly', () => {
    expect(decode({ ...call, content: [text] })?.update).toEqual({ ...call, content: [{ type: 'content', content: text }] })
  })

  it('repairs a plan entry with an unknown priority and drops one without text', () => {
    expect(
      decode({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'urgent', status: 'pending' }, { status: 'pending' }] })?.update,
    ).toEqual({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'medium', status: 'pending' }] })
  })

  it('keeps an unknown status of a plan entry, and treats a missing new text as a deletion', () => {
    const plan = { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'low', status: 'cancelled' }] }
    expect(decode(plan)).toMatchObject({ update: plan, repaired: [] })
    const diff = { type: 'diff', path: '/a', oldText: 'x', newText: null }
    const content = [diff, { ...diff, oldText: null }]
    expect(decode({ ...call, content })?.update).toEqual({ ...call, content: [{ ...diff, newText: '' }] })
  })

  it('accepts the field name that the documentation once used for the current mode', () => {
    expect(decode({ sessionUpdate: 'current_mode_update', modeId: 'ask' })?.update).toMatchObject({ currentModeId: 'ask' })
  })

  it('drops a config option that cannot be shown', () => {
    const good = { id: 'b', name: 'B', type: 'boolean', currentValue: true }
    expect(
      decode({ sessionUpdate: 'config_option_update', configOptions: [good, { id: 's', name: 'S', type: 'slider', currentValue: 3 }] })
        ?.update,
    ).toMatchObject({ configOptions: [good] })
  })

  it.each([
    ['a text', { type: 'text', text: 'hi', annotations: 'important', _meta: 'x' }, text],
    [
      'annotations',
      { ...text, annotations: { audience: ['user', 7, null], priority: 'high', lastModified: 5, _meta: [] } },
      { ...text, annotations: { audience: ['user'] } },
    ],
    ['an audience', { ...text, annotations: { audience: 'user', priority: 1 } }, { ...text, annotations: { priority: 1 } }],
    [
      'an image',
      { type: 'image', data: '', mimeType: 'image/png', uri: 7, annotations: [] },
      { type: 'image', data: '', mimeType: 'image/png' },
    ],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: 7, description: {}, mimeType: [], size: -1 },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
    ],
    [
      'a link\'s size',
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: null, size: 1.5 },
      { type: 'resource_link', uri: 'file:///a', name: 'a', title: null },
    ],
    [
      'a resource',
      { type: 'resource', resource: { uri: 'a:b', text: 't', blob: 7, mimeType: 7, _meta: 1 } },
      { type: 'resource', resource: { uri: 'a:b', text: 't' } },
    ],
  ])('drops invalid parts of %s and keeps the rest', (_, content, kept) => {
    expect(decode({ sessionUpdate: 'agent_message_chunk', content, messageId: 'm' })?.update).toEqual({
      sessionUpdate: 'agent_message_chunk',
      content: kept,
      messageId: 'm',
    })
    expect(decode({ ...call, content: [{ type: 'content', content, _meta: 7 }] })?.update).toEqual({
      ...call,
      content: [{ type: 'content', content: kept }],
    })
  })

  it.each([-1, 1.5, 1e300, '3', {}])('drops the line number %j of a location', (line) => {
    expect(
      decode({
        ...call,
        locations: [
          { path: '/a', line, _meta: 'x' },
          { path: '/b', line: 2 },
        ],
      })?.update,
    ).toEqual({ ...call, locations: [{ path: '/a' }, { path: '/b', line: 2 }] })
  })

  it.each([
    [{ used: 1.4, size: 2.6 }, { used: 1, size: 3 }],
    [{ used: -5, size: 10, cost }, { used: 0, size: 0, cost }],
    [{ used: null, cost }, { used: 0, size: 0, cost }],
    [{ used: 1e300, size: 1, cost }, { used: 0, size: 0, cost }],
    [{ used: 1, size: 2, cost: { amount: '1', currency: 'USD' } }, { used: 1, size: 2 }],
  ])('keeps the valid parts of usage %j', (usage, kept) => {
    expect(decode({ sessionUpdate: 'usage_update', ...usage })).toMatchObject({
      update: { sessionUpdate: 'usage_update', ...kept },
      repaired: [expect.any(String)],
    })
  })

  it.each([
    { sessionUpdate: 'plan', entries: [] },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    { sessionUpdate: 'config_option_update', configOptions: [] },
  ])('reads null as an empty list in $sessionUpdate', (empty) => {
    const nulled = Object.fromEntries(Object.entries(empty).map(([key, value]) => [key, Array.isArray(value) ? null : value]))
    expect(decode(nulled)?.update).toEqual(empty)
  })

  it.each([
    { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'high', status: 'pending' }] },
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    { sessionUpdate: 'notice', severity: 'info', title: 'a' },
    { sessionUpdate: '_vendor/thing' },
  ])('drops a _meta that is not an object at any level of $sessionUpdate', (update) => {
    const spoilt = { ...update, _meta: 'x', ...'entries' in update && { entries: update.entries?.map(entry => ({ ...entry, _meta: 7 })) } }
    expect(decode(spoilt)?.update).toEqual(update)
  })

  it('keeps a summary with an invalid status, and a notice with an invalid severity', () => {
    expect(decode({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 7, error: 7, summary: [text, null] })?.update).toEqual({
      sessionUpdate: 'compaction_update',
      compactionId: 'c',
      summary: [text],
    })
    expect(decode({ sessionUpdate: 'notice', severity: 7, title: 'a', description: 7 })?.update).toEqual({
      sessionUpdate: 'notice',
      severity: 'info',
      title: 'a',
    })
  })

  it('drops blank plan entries, commands and notices', () => {
    const entry = { content: 'a', priority: 'low', status: 'pending' }
    expect(decode({ sessionUpdate: 'plan', entries: [{ ...entry, content: ' \n' }, entry] })?.update).toMatchObject({ entries: [entry] })
    const command = { name: 'web', description: '' }
    expect(decode({ sessionUpdate: 'available_commands_update', availableCommands: [{ ...command, name: ' ' }, command] })?.update)
      .toMatchObject({ availableCommands: [command] })
    expect(decode({ sessionUpdate: 'notice', severity: 'info', title: '' })).toBeUndefined()
    expect(decode({ sessionUpdate: 'notice', severity: 'info', title: '', description: 'x' })).toBeDefined()
  })

  it('keeps the valid choices of an option, even if other parts of it are malformed', () => {
    const [a, b] = [{ value: 'a', name: 'A' }, { value: 'b', name: 'B' }]
    const option = { id: 'm', name: 'M', type: 'select', currentValue: 'a' }
    const kept = (options: unknown[]): unknown =>
      decode({ sessionUpdate: 'config_option_update', configOptions: [{ ...option, description: 7, category: {}, _meta: 1, options }] })
        ?.update
    const expected = (options: unknown[]): unknown => ({ sessionUpdate: 'config_option_update', configOptions: [{ ...option, options }] })
    expect(kept([a, { ...b, description: 7, options: 'many' }, null, { value: 7, name: 'C' }])).toEqual(expected([a, b]))
    expect(kept([a, { group: 'g', name: 'G', options: [b, null] }])).toEqual(expected([a, b]))
    expect(kept([a, { name: 'no group', options: [] }, b])).toEqual(expected([a, b]))
    expect(kept([{ group: 'g', name: 'G', _meta: 'x', options: [a, { ...b, options: [] }] }])).toEqual(
      expected([{ group: 'g', name: 'G', options: [a, b] }]),
    )
  })

  it.each([
    null,
    [],
    'text',
    {},
    { sessionUpdate: 7 },
    { sessionUpdate: 'agent_message_chunk' },
    { sessionUpdate: 'tool_call', toolCallId: '', title: 'x' },
    { sessionUpdate: 'tool_call', toolCallId: 'x'.repeat(257), title: 'x' },
    { sessionUpdate: 'plan', entries: {} },
    { sessionUpdate: 'usage_update', used: null, size: 1 },
  ])('rejects %j', (update) => {
    expect(decode(update)).toBeUndefined()
  })

  it('requires a session id of 1 to 256 characters', () => {
    const update = { sessionUpdate: 'current_mode_update', currentModeId: 'ask' }
    for (const sessionId of ['', 'x'.repeat(257), 7, undefined])
      expect(decodeSessionUpdate({ sessionId, update })).toBeUndefined()
    expect(decodeSessionUpdate({ sessionId: '__proto__', update })).toMatchObject({ sessionId: '__proto__' })
  })
})
