import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it, vi } from 'vitest'
import { SessionRegistry } from '../../../src/main/agents/sessionRegistry'
import { refuseAll, textOf } from '../../agents/program'

function makeText(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}

function makeCall(toolCallId: string, _meta?: Record<string, unknown>): SessionUpdate {
  return { sessionUpdate: 'tool_call', toolCallId, title: 'x', _meta }
}

function makeClient() {
  const texts: string[] = []
  return { texts, requests: { ...refuseAll }, onUpdate: (update: SessionUpdate) => texts.push(textOf(update)) }
}

it('delivers held updates, then later ones, until the client detaches', () => {
  const registry = new SessionRegistry()
  const thread = makeClient()
  registry.update('s', makeText('early'), 10)
  const stop = registry.attach('s', thread)
  registry.update('s', makeText('later'), 10)
  stop()
  registry.update('s', makeText('after'), 10)
  expect(thread.texts).toEqual(['early', 'later'])
})

it('drops held updates after a timeout', () => {
  vi.useFakeTimers()
  try {
    const registry = new SessionRegistry({ holdMs: 1_000 })
    const thread = makeClient()
    registry.update('s', makeText('early'), 10)
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
  const stop = registry.attach('s', makeClient())
  expect(() => registry.attach('s', makeClient())).toThrow('a session that another thread has')
  stop()
  expect(() => registry.attach('s', makeClient())).not.toThrow()
})

it('routes a request to its session; without a session, to the latest sign-in or any session', () => {
  const registry = new SessionRegistry()
  const [thread, first, second] = [makeClient(), refuseAll, { ...refuseAll }]
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
  const thread = { ...makeClient(), onUpdate: (update: SessionUpdate) => void updates.push(update) }
  const stop = registry.attach('s', thread)

  registry.update('child', makeCall('early'), 10)
  registry.update('s', makeCall('task', { subagent_session_info: { session_id: 'child' } }), 10)
  registry.update('child', makeCall('later', { tool_name: 'read' }), 10)
  registry.update('child', makeText('to its parent alone'), 10)

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
  const [one, other] = [makeClient(), makeClient()]
  registry.attach('one', one)
  registry.attach('other', other)

  registry.update('one', makeCall('t', { subagent_session_info: { session_id: 'other' } }), 10)
  registry.update('other', makeText('mine'), 10)

  expect(other.texts).toEqual(['mine'])
  expect(registry.requestsFor('other')).toBe(other.requests)
})
