import type { ToolCall } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { getSearchableText } from '../../../src/shared/thread/text/entryWords'
import { getOutputText } from '../../../src/shared/toolCall/outputText'

const makeCall = (more: Partial<ToolCall>): ToolCall => ({ toolCallId: 't', title: 'x', status: 'completed', ...more })

it.each<[Partial<ToolCall>, string | undefined]>([
  [{ kind: 'other', rawOutput: { content: [{ type: 'text', text: '1 row gone' }], isError: false } }, '1 row gone'],
  [{ kind: 'other', status: 'failed', rawOutput: { error: 'no right to do this' } }, 'no right to do this'],
  [{ kind: 'edit', status: 'failed', rawOutput: { error: { code: 1, message: 'not found' } } }, 'not found'],
  [{ kind: 'execute', rawOutput: { stdout: 'out', stderr: '', output: 'both' } }, 'out'],
  [{ kind: 'other', rawOutput: { rows: 2 } }, '{\n  "rows": 2\n}'],
  [{ kind: 'read', rawOutput: { content: 'the file again' } }, undefined],
  [{ rawOutput: 'x', content: [{ type: 'content', content: { type: 'text', text: 'said' } }] }, undefined],
])('text that is only in raw output is shown and found: %j', (more, text) => {
  expect(getOutputText(makeCall(more))).toBe(text)
  const words = getSearchableText({ kind: 'tool', id: 'e', at: 1, call: makeCall(more), terminalIds: [] }, 1_000)
  expect(text === undefined || words.includes(text)).toBe(true)
})

it('the input of a tool of kind “other” is found', () => {
  const asked = makeCall({ kind: 'other', rawInput: { server: 'db', arguments: { sql: 'DELETE FROM users' } } })
  const words = getSearchableText({ kind: 'tool', id: 'e', at: 1, call: asked, terminalIds: [] }, 1_000)
  expect(words).toContain('DELETE FROM users')
})
