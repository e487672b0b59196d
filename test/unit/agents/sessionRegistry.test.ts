import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it, vi } from 'vitest'
import { SessionRegistry } from '../../../src/main/agents/sessionRegistry'
import { refuseAll, textOf } from '../../agents/program'

function said(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}

function call(toolCallId: string, _meta?: Record<string, unknown>): SessionUpdate {
  return { sessionUpdate: 'tool_call', toolCallId, title: 'x', _meta }
}

function client() {
  const texts: string[] = []
  return { texts, requests: { ...refuseAll }, onUpdate: (update: SessionUpdate) => texts.push(textOf(update)) }
}

it('delivers held updates, then later ones, until the client detaches', () => {
  const registry = new SessionRegistry()
  const thread = client()
  registry.update('s', said('early'), 10)
  const stop = registry.attach('s', thread)
  registry.update('s', said('later'), 10)
  stop()
  registry.update('s', said('after'), 10)
  expect(thread.texts).toEqual(['early', 'later'])
})

it('drops held updates after a timeout', () => {
  vi.useFakeTimers()
  try {
    const registry = new SessionRegistry({ holdMs: 1_000 })
    const thread = client()
    registry.update('s', said('early'), 10)
    vi.advanceTimersByTime(1_001)
    registry.attach('s', thread)
    expect(registry.dropped).toBe(1)
    expect(thread.texts).toEqual([])
  }
  finally {
    vi.useRealTimers()
  }
})

it('allows only one client per session', () => {
  const registry = new SessionRegistry()
  const stop = registry.attach('s', client())
  expect(() => registry.attach('s', client())).toThrow('a session that another thread has')
  stop()
  expect(() => registry.attach('s', client())).not.toThrow()
})

it('routes a request to its session; without a session, to the latest sign-in or any session', () => {
  const registry = new SessionRegistry()
  const [thread, first, second] = [client(), refuseAll, { ...refuseAll }]
  expect(() => registry.requestsFor('s')).toThrow('Session s not found')
  expect(() => registry.requestsFor(undefined)).toThrow('not found')
  registry.attach('s', thread)
  expect(registry.requestsFor('s')).toBe(thread.requests)
  expect(registry.requestsFor(undefined)).toBe(thread.requests)
  registry.routeSessionless(first)
  const stop = registry.routeSessionless(second)
  expect(registry.requestsFor(undefined)).toBe(second)
  stop()
  expect(registry.requestsFor(undefined)).toBe(first)
  expect(() => registry.requestsFor('other')).toThrow('Session other not found')
})

it('routes a subagent\'s updates to the call that names its session, and its requests to the same thread', () => {
  const registry = new SessionRegistry()
  const updates: SessionUpdate[] = []
  const thread = { ...client(), onUpdate: (update: SessionUpdate) => void updates.push(update) }
  const stop = registry.attach('s', thread)

  registry.update('child', call('early'), 10)
  registry.update('s', call('task', { subagent_session_info: { session_id: 'child' } }), 10)
  registry.update('child', call('later', { tool_name: 'read' }), 10)
  registry.update('child', said('to its parent alone'), 10)

  expect(updates.map(update => [update.sessionUpdate === 'tool_call' && update.toolCallId, update._meta?.parentToolCallId])).toEqual([
    ['task', undefined],
    ['early', 'task'],
    ['later', 'task'],
  ])
  expect(registry.requestsFor('child')).toBe(thread.requests)
  stop()
  expect(() => registry.requestsFor('child')).toThrow('not found')
})

it('does not treat another thread\'s session as a subagent\'s', () => {
  const registry = new SessionRegistry()
  const [one, other] = [client(), client()]
  registry.attach('one', one)
  registry.attach('other', other)

  registry.update('one', call('t', { subagent_session_info: { session_id: 'other' } }), 10)
  registry.update('other', said('mine'), 10)

  expect(other.texts).toEqual(['mine'])
  expect(registry.requestsFor('other')).toBe(other.requests)
})
