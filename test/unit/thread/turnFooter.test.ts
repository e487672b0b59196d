import type { ThreadEvent } from '../../../src/shared/thread/events'
import { describe, expect, it } from 'vitest'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { formatTurn } from '../../../src/shared/thread/text/entryMarkdown'
import { emptyTranscript, type Entry } from '../../../src/shared/thread/transcript'

type Event = ThreadEvent extends infer E ? E extends ThreadEvent ? Omit<E, 'seq' | 'at'> : never : never

function reduceEntries(events: readonly Event[]): readonly Entry[] {
  return reduce(emptyTranscript, events.map((event, index) => ({ ...event, seq: index + 1, at: index }))).entries
}

const prompt = (text: string): Event => ({ type: 'prompt', promptId: text, content: [{ type: 'text', text }] })
function usage(used: number, amount?: number): Event {
  return {
    type: 'update',
    update: { sessionUpdate: 'usage_update', used, size: 1_000, ...amount !== undefined && { cost: { amount, currency: 'USD' } } },
  }
}
const end: Event = { type: 'turnEnd', reason: 'end_turn' }

describe('the end of a turn', () => {
  const listSpent = (...events: Event[]) =>
    reduceEntries(events).flatMap(entry => entry.kind === 'turn-end' ? [entry.spent] : [])

  it('shows the cost of this turn, computed from session totals', () => {
    expect(listSpent(prompt('a'), usage(10, 0.25), end, prompt('b'), usage(20, 1), end))
      .toEqual([{ cost: { amount: 0.25, currency: 'USD' } }, { cost: { amount: 0.75, currency: 'USD' } }])
  })

  it('shows a session’s own total after a restart of it, and nothing if it did not change', () => {
    expect(listSpent(prompt('a'), usage(10, 2), end, prompt('b'), usage(5, 0.5), end, prompt('c'), end))
      .toEqual([{ cost: { amount: 2, currency: 'USD' } }, { cost: { amount: 0.5, currency: 'USD' } }, undefined])
  })

  it('shows how full the context is, for an agent that reports no cost', () => {
    expect(listSpent(prompt('a'), usage(123), end, prompt('b'), end)).toEqual([{ tokens: 123 }, undefined])
  })
})

it('a turn is copied as Markdown: prompt, actions and answer', () => {
  const said = (text: string): Event =>
    ({ type: 'update', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })
  const called = (toolCallId: string, title: string): Event =>
    ({ type: 'update', update: { sessionUpdate: 'tool_call', toolCallId, title, status: 'completed' } })
  const entries = reduceEntries([
    prompt('Fix *it*'),
    { type: 'update', update: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } } },
    called('1', 'Read a.ts'),
    called('2', 'Edit a.ts'),
    said('It is **fixed**.'),
    end,
  ])
  expect(formatTurn(entries)).toBe('**You**\n\nFix *it*\n\n- Read a.ts\n- Edit a.ts\n\n**Agent**\n\nIt is **fixed**.\n')
  expect(formatTurn(entries.filter(({ kind }) => kind === 'agent'), { isNamed: false })).toBe('It is **fixed**.\n')
})
