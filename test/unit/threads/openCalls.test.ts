import { expect, it } from 'vitest'
import { OpenCalls } from '../../../src/main/threads/changes/openCalls'

function clockedCalls() {
  const clock = { now: 10_000 }
  const calls = new OpenCalls(() => clock.now)
  return {
    calls,
    clock,
    take: (sessionUpdate: 'tool_call' | 'tool_call_update', toolCallId: string, more: object = {}) =>
      calls.take({ sessionUpdate, toolCallId, title: toolCallId, ...more }),
  }
}
const at = (path: string): object => ({ locations: [{ path }] })

it('says from when until when what is written to a file is the call\'s that names it', () => {
  const { calls, clock, take } = clockedCalls()
  take('tool_call', 'edit', { ...at('/a'), status: 'in_progress' })
  take('tool_call', 'other', at('/b'))
  clock.now += 100
  take('tool_call_update', 'edit', { status: 'completed' })
  const first = { from: 10_000, to: 10_150 }
  expect([...calls.named]).toEqual([['/a', [first]], ['/b', [{ from: 10_000, to: Infinity }]]])
  clock.now += 100
  take('tool_call', 'again', at('/a'))
  expect(calls.named.get('/a')).toEqual([first, { from: 10_200, to: Infinity }])
  take('tool_call_update', 'again', { status: 'failed' })
  expect(calls.named.get('/a')).toEqual([first, { from: 10_200, to: 10_200 }])
  calls.startTurn()
  expect([...calls.named]).toEqual([])
})

it('takes a call for forgotten of which nothing was heard for a minute, unless the person was asked', () => {
  const { calls, clock, take } = clockedCalls()
  take('tool_call', 'edit', at('/a'))
  clock.now += 60_001
  expect(calls.named.get('/a')).toEqual([{ from: 10_000, to: 70_000 }])
  calls.resume()
  expect(calls.named.get('/a')).toEqual([{ from: 10_000, to: Infinity }])
})

it('says until when a change is a command\'s, of a call or in a terminal', () => {
  const { calls, clock, take } = clockedCalls()
  take('tool_call', 'edit', at('/a'))
  expect(calls.commandUntil).toBeUndefined()
  take('tool_call', 'run', { kind: 'execute', status: 'completed' })
  expect(calls.commandUntil).toBe(Infinity)
  clock.now += 5_000
  expect(calls.commandUntil).toBe(12_000)
  calls.endCommand()
  expect(calls.commandUntil).toBe(15_000)
  calls.startTurn()
  expect(calls.commandUntil).toBeUndefined()
})

it('takes a file for named while it is written for the agent', () => {
  const { calls } = clockedCalls()
  const [first, second] = [calls.startWrite('/a'), calls.startWrite('/a')]
  first()
  expect([...calls.named]).toEqual([['/a', [{ from: 10_000, to: Infinity }]]])
  second()
  expect(calls.named.size).toBe(0)
})

it('knows the latest calls of a turn, however many came before', () => {
  const { calls, take } = clockedCalls()
  take('tool_call', 'long', { ...at('/long'), kind: 'execute' })
  for (let call = 0; call < 1_000; call++) {
    take('tool_call', `${call}`, at(`/${call}`))
    take('tool_call_update', `${call}`, { status: 'completed' })
  }
  expect(calls.named.has('/999')).toBe(true)
  expect(calls.named.has('/long')).toBe(true)
  expect(calls.commandUntil).toBe(Infinity)
  expect(calls.named.size).toBe(200)
})
