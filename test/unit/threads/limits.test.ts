import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadEventBody } from '../../../src/shared/thread/events'
import { expect, it } from 'vitest'
import { LogLimits } from '../../../src/main/threads/log/limits'

function makeMessage(text: string): ThreadEventBody {
  return {
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  }
}
const prompt: ThreadEventBody = { type: 'prompt', promptId: 'p', content: [] }
const megabyte = 1024 * 1024

it('returns updates within the limits as the same object', () => {
  const limits = new LogLimits(0)
  const update: SessionUpdate = {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'T',
    rawInput: { list: Array.from({ length: 5_000 }, (_, index) => index), text: 'x'.repeat(megabyte) },
    content: [{ type: 'diff', path: '/a', newText: 'y'.repeat(megabyte) }],
  }
  const body: ThreadEventBody = { type: 'update', update }
  expect(limits.admit(body, { entryCount: 0 })).toEqual([body])
  expect(limits.admit(body, { entryCount: 0 })[0]).toBe(body)
})

it('reports each limit once, and per-turn limits once per turn', () => {
  const limits = new LogLimits(100, { turnEntries: 10, turnBytes: 5 * megabyte, threadEntries: 120 })
  expect(limits.admit(makeMessage('x'), { entryCount: 109 })).toHaveLength(1)
  expect(limits.admit(makeMessage('x'), { entryCount: 110 })).toMatchObject([
    { type: 'notice', description: expect.stringContaining('10 entries or 5 MB') },
  ])
  expect(limits.admit(makeMessage('x'), { entryCount: 111 })).toEqual([])
  limits.count(prompt, 111)
  expect(limits.admit(makeMessage('x'), { entryCount: 112 })).toEqual([makeMessage('x')])
  const plan: ThreadEventBody = {
    type: 'update',
    update: { sessionUpdate: 'plan', entries: Array.from({ length: 501 }, () => ({ content: 'c', priority: 'low', status: 'pending' })) },
  }
  expect(limits.admit(plan, { entryCount: 112 })).toHaveLength(2)
  expect(limits.admit(plan, { entryCount: 112 })).toMatchObject([{ update: { entries: { length: 500 } } }])
  expect(limits.admit(makeMessage('x'), { entryCount: 120 })).toMatchObject([{ title: 'This thread is full' }])
})

it('counts joined text by its bytes, and everything else by its size in memory', () => {
  const limits = new LogLimits(0, { turnEntries: 10, turnBytes: megabyte, threadEntries: 120 })
  for (let count = 0; count < 5_000; count++)
    limits.admit(makeMessage('word '), { entryCount: 1 })
  expect(limits.isFull(1)).toBe(false)
  limits.admit(
    {
      type: 'update',
      update: { sessionUpdate: 'tool_call_update', toolCallId: 't', rawOutput: Array.from({ length: 9_000 }, () => ({})) },
    },
    { entryCount: 1 },
  )
  expect(limits.isFull(1)).toBe(true)
})

it('always keeps Parley\'s own events', () => {
  const limits = new LogLimits(0, { turnEntries: 1, turnBytes: 1, threadEntries: 1 })
  const end: ThreadEventBody = { type: 'turnEnd', reason: 'end_turn' }
  expect(limits.admit(end, { entryCount: 5 })).toEqual([end])
  const session: ThreadEventBody = { type: 'session', sessionId: 's', how: 'new' }
  expect(limits.admit(session, { entryCount: 5 })).toEqual([session])
})

it('splits no surrogate pair', () => {
  const update: SessionUpdate = { sessionUpdate: 'session_info_update', title: `x${'😀'.repeat(9_000)}` }
  const [cut] = new LogLimits(0).admit({ type: 'update', update }, { entryCount: 0 })
  expect(cut).toMatchObject({ update: { title: expect.stringMatching(/^x😀+…$/u) } })
})

it('accepts an update of an unknown kind, whatever its content', () => {
  for (const content of ['a text', 7, null, { text: 7 }]) {
    const body = { type: 'update', update: { sessionUpdate: 'of-tomorrow', content } } as unknown as ThreadEventBody
    expect(new LogLimits(0).admit(body, { entryCount: 0 })).toEqual([body])
  }
})
