import type { Entry, PermissionEntry, ToolEntry } from '../../../src/shared/thread/transcript'
import { expect, it } from 'vitest'
import { findAskingSubagent, nestEntries } from '../../../src/shared/thread/subagents'

function tool(id: string, _meta?: Record<string, unknown>, toolCallId = id): ToolEntry {
  return { kind: 'tool', id, at: 0, call: { toolCallId, title: `Title ${id}`, _meta }, terminalIds: [] }
}
const claude = (parentToolUseId: string) => ({ claudeCode: { toolName: 'Read', parentToolUseId } })

function question(id: string, toolCallId: string): PermissionEntry {
  const request = { type: 'permission', requestId: id, from: 'agent', toolCall: { toolCallId }, options: [] } as const
  return { kind: 'permission', id, at: 0, request }
}

function nestIds(entries: readonly Entry[]) {
  const { roots, steps } = nestEntries(entries)
  return { roots: roots.map(({ id }) => id), steps: Object.fromEntries([...steps].map(([id, list]) => [id, list.map(step => step.id)])) }
}

it('places the work of two simultaneous subagents below their calls, with the questions about it', () => {
  const entries = [
    tool('one'),
    tool('two'),
    tool('a', claude('one')),
    tool('b', { parentToolCallId: 'two', subagentType: 'explore' }),
    question('q', 'b'),
    tool('c', claude('one')),
    tool('after'),
  ]
  expect(nestIds(entries)).toEqual({ roots: ['one', 'two', 'after'], steps: { one: ['a', 'c'], two: ['b', 'q'] } })
})

it('places a nested subagent below the subagent that started it', () => {
  const entries = [tool('one'), tool('a', claude('one')), tool('deep', claude('a'))]
  expect(nestIds(entries)).toEqual({ roots: ['one'], steps: { one: ['a'], a: ['deep'] } })
})

it('leaves a call in place if its parent is unknown, later or itself', () => {
  const entries = [
    tool('a', claude('gone')),
    tool('b', claude('late')),
    tool('late'),
    tool('c', claude('c')),
    tool('d', { claudeCode: 'x' }),
  ]
  expect(nestEntries(entries).roots).toBe(entries)
})

it('uses the latest call of an id, for agents that restart numbering in each turn', () => {
  const entries = [tool('e1', undefined, '1'), tool('e2', undefined, '1'), tool('e3', { parentToolCallId: '1' }, '2')]
  expect(nestIds(entries).steps).toEqual({ e2: ['e3'] })
})

const copilot = (agentId: string) => ({ 'github.com/copilot': { agentId } })

function starter(id: string, at: number, endedAt?: number, _meta?: Record<string, unknown>): ToolEntry {
  const { call, ...rest } = tool(id, _meta)
  return { ...rest, at, ...endedAt !== undefined && { endedAt }, call: { ...call, rawInput: { agent_type: 'explore' } } }
}
function step(id: string, at: number, worker: string): ToolEntry {
  return { ...tool(id, copilot(worker)), at }
}

it('places a subagent known only by name below the only call that can have started it', () => {
  const entries = [
    starter('idle', 1, 2),
    starter('one', 3, 9),
    step('a', 4, 'w1'),
    starter('deep', 5, 8, copilot('w1')),
    step('b', 6, 'w2'),
    question('q', 'b'),
    step('c', 7, 'w1'),
    starter('two', 10),
    step('d', 11, 'w3'),
  ]
  expect(nestIds(entries)).toEqual({
    roots: ['idle', 'one', 'two'],
    steps: { one: ['a', 'deep', 'c'], deep: ['b', 'q'], two: ['d'] },
  })
  expect(findAskingSubagent(entries, { toolCallId: 'b' })?.id).toBe('deep')
})

it('does not guess a call for a subagent that several could have started', () => {
  const entries = [starter('one', 1, 5), starter('two', 2), step('a', 3, 'w1'), step('b', 4, 'w2')]
  expect(nestEntries(entries).roots).toBe(entries)
  expect(findAskingSubagent(entries, { toolCallId: 'a' })).toBeUndefined()
  // Once only one is open, actions can only be its.
  expect(nestIds([...entries, step('c', 6, 'w2')]).steps).toEqual({ two: ['b', 'c'] })
})

it('hides no call in a cycle of subagents', () => {
  const own = [starter('one', 1, undefined, copilot('w1')), step('a', 2, 'w1')]
  expect(nestIds(own)).toEqual({ roots: ['one'], steps: { one: ['a'] } })
  expect(findAskingSubagent(own, { toolCallId: 'one' })).toBeUndefined()
  const ring = [starter('one', 1, undefined, copilot('w2')), starter('two', 2, undefined, copilot('w1')), step('a', 3, 'w2')]
  expect(nestIds(ring)).toEqual({ roots: ['one'], steps: { one: ['two'], two: ['a'] } })
})

it('determines which subagent asks from the question or its call', () => {
  const entries = [tool('one'), tool('a', claude('one'))]
  expect(findAskingSubagent(entries, { toolCallId: 'a' })?.id).toBe('one')
  expect(findAskingSubagent(entries, { toolCallId: 'new', _meta: claude('one') })?.id).toBe('one')
  expect(findAskingSubagent(entries, { toolCallId: 'one' })).toBeUndefined()
})
