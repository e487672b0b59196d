import type { Entry } from '../../../../src/shared/thread/transcript'
import { expect, it } from 'vitest'
import { findJumpTarget } from '../../../../src/shared/thread/jumpPlaces'

function makeTool(id: string, call: object, more: object = {}): Entry {
  return { kind: 'tool', id, at: 0, call: { toolCallId: id, title: id, status: 'completed', ...call }, terminalIds: [], ...more }
}
const entries: readonly Entry[] = [
  { kind: 'user', id: 'u', at: 0, content: [] },
  makeTool('edit', { kind: 'edit' }),
  makeTool('broken', { kind: 'execute', status: 'failed' }),
  makeTool('written', {}, { writes: [{ path: 'a', newText: '' }] }),
  makeTool('exit', { kind: 'execute' }, { exit: { exitCode: 1 } }),
  { kind: 'turn-end', id: 'end', at: 0, end: { reason: 'error' } },
]

it('jumps to the next change or error from anywhere, and stays put after the last one', () => {
  expect(findJumpTarget(entries, { kind: 'change', from: entries.length, step: -1 })).toBe(3)
  expect(findJumpTarget(entries, { kind: 'change', from: 3, step: -1 })).toBe(1)
  expect(findJumpTarget(entries, { kind: 'change', from: 1, step: -1 })).toBeUndefined()
  expect([1, 2, 4].map(from => findJumpTarget(entries, { kind: 'error', from, step: 1 }))).toEqual([2, 4, 5])
  expect(findJumpTarget(entries, { kind: 'question', from: 0, step: 1 })).toBeUndefined()
})
