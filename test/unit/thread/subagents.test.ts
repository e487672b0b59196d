import type { Entry, PermissionEntry, ToolEntry } from '../../../src/shared/thread/transcript'
import { expect, it } from 'vitest'
import { askingSubagent, nestEntries } from '../../../src/shared/thread/subagents'

function tool(id: string, _meta?: Record<string, unknown>, toolCallId = id): ToolEntry {
  return { kind: 'tool', id, at: 0, call: { toolCallId, title: `Title ${id}`, _meta }, terminalIds: [] }
}
const claude = (parentToolUseId: string) => ({ claudeCode: { toolName: 'Read', parentToolUseId } })

function question(id: string, toolCallId: string): PermissionEntry {
  const request = { type: 'permission', requestId: id, from: 'agent', toolCall: { toolCallId }, options: [] } as const
  return { kind: 'permission', id, at: 0, request }
}

function shown(entries: readonly Entry[]) {
  const { roots, steps } = nestEntries(entries)
  return { roots: roots.map(({ id }) => id), steps: Object.fromEntries([...steps].map(([id, list]) => [id, list.map(step => step.id)])) }
}

it('puts what two subagents do at the same time each below its own call, with the questions about it', () => {
  const entries = [
    tool('one'),
    tool('two'),
    tool('a', claude('one')),
    tool('b', { parentToolCallId: 'two', subagentType: 'explore' }),
    question('q', 'b'),
    tool('c', claude('one')),
    tool('after'),
  ]
  expect(shown(entries)).toEqual({ roots: ['one', 'two', 'after'], steps: { one: ['a', 'c'], two: ['b', 'q'] } })
})

it('puts a subagent of a subagent below that one', () => {
  const entries = [tool('one'), tool('a', claude('one')), tool('deep', claude('a'))]
  expect(shown(entries)).toEqual({ roots: ['one'], steps: { one: ['a'], a: ['deep'] } })
})

it('leaves a call where it is whose parent is unknown, comes later or is itself', () => {
  const entries = [
    tool('a', claude('gone')),
    tool('b', claude('late')),
    tool('late'),
    tool('c', claude('c')),
    tool('d', { claudeCode: 'x' }),
  ]
  expect(nestEntries(entries).roots).toBe(entries)
})

it('means the latest call of an id, for agents that count from one in each turn', () => {
  const entries = [tool('e1', undefined, '1'), tool('e2', undefined, '1'), tool('e3', { parentToolCallId: '1' }, '2')]
  expect(shown(entries).steps).toEqual({ e2: ['e3'] })
})

it('tells which subagent asks, from the question itself or from its call', () => {
  const entries = [tool('one'), tool('a', claude('one'))]
  expect(askingSubagent(entries, { toolCallId: 'a' })?.id).toBe('one')
  expect(askingSubagent(entries, { toolCallId: 'new', _meta: claude('one') })?.id).toBe('one')
  expect(askingSubagent(entries, { toolCallId: 'one' })).toBeUndefined()
})
