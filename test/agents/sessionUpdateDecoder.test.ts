import { describe, expect, it } from 'vitest'
import { decodeSessionUpdate } from '../../src/main/agents/sessionUpdateDecoder'

function decode(update: unknown) {
  const decoded = decodeSessionUpdate({ sessionId: 's1', update })
  return decoded && { update: decoded.update as unknown, repaired: decoded.repaired }
}

const text = { type: 'text', text: 'hi' }
const call = { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Read', kind: 'read', status: 'pending' }

describe('decodeSessionUpdate', () => {
  it.each([
    { sessionUpdate: 'agent_message_chunk', content: text, messageId: 'm1', _meta: { a: 1 } },
    { ...call, content: [{ type: 'content', content: text }, { type: 'diff', path: '/a', oldText: null, newText: 'x' }, { type: 'terminal', terminalId: 'x' }], locations: [{ path: '/a', line: 3 }], rawInput: 7 },
    { sessionUpdate: 'tool_call_update', toolCallId: 't1', title: null, content: null },
    { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'high', status: 'pending' }] },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'web', description: '', input: null }] },
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'm', name: 'M', type: 'select', currentValue: 'a', options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }] }] },
    { sessionUpdate: 'session_info_update', title: null },
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'credits' } },
    { sessionUpdate: 'notice', severity: 'info', title: 'a' },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: [text] },
    { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text },
  ])('hands on a right $sessionUpdate as the object that it was', (update) => {
    const decoded = decode(update)
    expect(decoded?.update).toBe(update)
    expect(decoded?.repaired).toEqual([])
  })

  it('keeps an update of an unknown kind, and a content block of an unknown type, raw', () => {
    const vendor = { sessionUpdate: '_vendor/thing', deep: { data: [1] } }
    expect(decode(vendor)?.update).toBe(vendor)
    const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', data: 1 } }
    expect(decode(chunk)?.update).toBe(chunk)
  })

  it('leaves out only the bad item of a tool call', () => {
    const good = { type: 'content', content: text }
    expect(decode({ ...call, content: [good, { type: 'diff', path: 7, newText: 'x' }, null, { type: 'content', content: { type: 'text' } }], locations: [{ path: '/a', line: 'x' }, 3] })).toEqual({
      update: { ...call, content: [good], locations: [{ path: '/a' }] },
      repaired: expect.arrayContaining(['content item', 'location', 'location line']),
    })
  })

  it('leaves out a field of the wrong type and keeps the rest of the call', () => {
    expect(decode({ ...call, kind: 7, content: 'x' })?.update).toEqual({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Read', status: 'pending' })
  })

  it('takes a tool call without a title as a patch', () => {
    expect(decode({ sessionUpdate: 'tool_call', toolCallId: 't1', status: 'completed' })?.update).toEqual({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' })
  })

  it('wraps tool content that came without its wrapper', () => {
    expect(decode({ ...call, content: [text] })?.update).toEqual({ ...call, content: [{ type: 'content', content: text }] })
  })

  it('mends a plan entry of unknown priority and leaves out one without text', () => {
    expect(decode({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'urgent', status: 'pending' }, { status: 'pending' }] })?.update)
      .toEqual({ sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'medium', status: 'pending' }] })
  })

  it('reads a mode under the name that the documentation shows', () => {
    expect(decode({ sessionUpdate: 'current_mode_update', modeId: 'ask' })?.update).toMatchObject({ currentModeId: 'ask' })
  })

  it('leaves out a config option that cannot be drawn', () => {
    const good = { id: 'b', name: 'B', type: 'boolean', currentValue: true }
    expect(decode({ sessionUpdate: 'config_option_update', configOptions: [good, { id: 's', name: 'S', type: 'slider', currentValue: 3 }] })?.update).toMatchObject({ configOptions: [good] })
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
  ])('uses nothing of %j', (update) => {
    expect(decode(update)).toBeUndefined()
  })

  it('needs a session id of 1 to 256 characters', () => {
    const update = { sessionUpdate: 'current_mode_update', currentModeId: 'ask' }
    for (const sessionId of ['', 'x'.repeat(257), 7, undefined])
      expect(decodeSessionUpdate({ sessionId, update })).toBeUndefined()
    expect(decodeSessionUpdate({ sessionId: '__proto__', update })).toMatchObject({ sessionId: '__proto__' })
  })
})
