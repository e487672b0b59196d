import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it, vi } from 'vitest'
import { SessionRegistry } from '../../../src/main/agents/sessionRegistry'
import { refuseAll, textOf } from '../../agents/program'

function said(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}

function client() {
  const texts: string[] = []
  return { texts, requests: { ...refuseAll }, onUpdate: (update: SessionUpdate) => texts.push(textOf(update)) }
}

it('hands over updates that came before the session was known, then those that follow, until the client leaves', () => {
  const registry = new SessionRegistry()
  const thread = client()
  registry.update('s', said('early'), 10)
  const stop = registry.attach('s', thread)
  registry.update('s', said('later'), 10)
  stop()
  registry.update('s', said('after'), 10)
  expect(thread.texts).toEqual(['early', 'later'])
})

it('drops updates that nobody asks for in time', () => {
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

it('gives a session to one client only', () => {
  const registry = new SessionRegistry()
  const stop = registry.attach('s', client())
  expect(() => registry.attach('s', client())).toThrow('a session that another thread has')
  stop()
  expect(() => registry.attach('s', client())).not.toThrow()
})

it('brings a request to its session, and one without a session to the latest sign-in, otherwise to any session', () => {
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
