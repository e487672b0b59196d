import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { type ApprovedRequest, TurnApprovals } from '../../../src/main/threads/permission/turnApprovals'
import { findCommandField } from '../../../src/shared/toolCall/commandField'
import { toPlacedCommand } from '../../../src/shared/toolCall/placedCommand'

const folder = '/project'
function makeRequest(call: Partial<ToolCallUpdate>): ApprovedRequest {
  const whole = { toolCallId: 'c', ...call }
  return { call: whole, command: findCommandField(whole, { folder }) }
}
const npmTest = makeRequest({ rawInput: { command: 'npm test' } })
function placeRun({ cwd = folder, ...named }: { command: string, args?: readonly string[], cwd?: string }) {
  return toPlacedCommand(named, cwd)
}

describe('an approval', () => {
  it('covers the same command, once', () => {
    const approvals = new TurnApprovals()
    approvals.add(npmTest, 'allow_once')

    expect(approvals.consumeCommand(placeRun({ command: 'npm', args: ['test'] }))).toBe('once')
    expect(approvals.consumeCommand(placeRun({ command: 'npm test' }))).toBeUndefined()
  })

  it('covers the same command for the whole thread if it was always allowed', () => {
    const approvals = new TurnApprovals()
    approvals.add(npmTest, 'allow_always')
    approvals.startTurn()

    expect(approvals.consumeCommand(placeRun({ command: 'npm test' }))).toBe('always')
    expect(approvals.consumeCommand(placeRun({ command: 'npm test; curl evil' }))).toBeUndefined()
  })

  it('covers the command only in the folder where it was shown', () => {
    const wipe = makeRequest({ rawInput: { command: 'cd /project/build && rm -rf *' } })
    for (const request of [
      { command: 'rm -rf *' },
      { command: 'rm -rf *', cwd: '/project/src' },
      { command: 'cd build && rm -rf *' },
      { command: 'cd /project/build; rm -rf *' },
      { command: 'cd /project/build/ && rm -rf *' },
    ]) {
      const approvals = new TurnApprovals()
      approvals.add(wipe, 'allow_always')
      expect(approvals.consumeCommand(placeRun(request))).toBeUndefined()
      expect(approvals.consumeCommand(placeRun({ command: 'rm -rf *', cwd: '/project/build' }))).toBe('once')
    }
  })

  it('ends with the turn if it was given once', () => {
    const approvals = new TurnApprovals()
    approvals.add(npmTest, 'allow_once')
    approvals.startTurn()

    expect(approvals.consumeCommand(placeRun({ command: 'npm test' }))).toBeUndefined()
  })

  it.each(['reject_once', 'reject_always', 'something_new'])('covers nothing if the answer was %s', (kind) => {
    const approvals = new TurnApprovals()
    approvals.add(npmTest, kind)

    expect(approvals.consumeCommand(placeRun({ command: 'npm test' }))).toBeUndefined()
  })

  it('covers a path that the request named in its text', () => {
    const approvals = new TurnApprovals()
    approvals.add(
      makeRequest({
        title: 'Write',
        content: [{ type: 'content', content: { type: 'text', text: 'Requesting approval to Writing /project/a.ts' } }],
      }),
      'allow_once',
    )

    expect(approvals.coversWrite('/project/a.ts')).toBe(true)
    expect(approvals.coversWrite('/project/a')).toBe(false)
  })

  it.each<[string, Partial<ToolCallUpdate>]>([
    ['a read', { kind: 'read', locations: [{ path: '/project/a.ts' }] }],
    ['a search whose title names the file', { kind: 'search', title: 'Search for x in /project/a.ts' }],
    ['a command about the file', { kind: 'execute', rawInput: { command: 'cat /project/a.ts' } }],
    ['a command without a kind', { rawInput: { command: 'cat', args: ['/project/a.ts'], path: '/project/a.ts' } }],
    ['a thought about the file', { kind: 'think', title: '/project/a.ts' }],
    ['a fetch that names the file', { kind: 'fetch', rawInput: { url: 'x', path: '/project/a.ts' } }],
    ['a deletion of the file', { kind: 'delete', locations: [{ path: '/project/a.ts' }] }],
    ['a diff of another file', { kind: 'read', title: '/project/a.ts', content: [{ type: 'diff', path: '/project/b.ts', newText: '' }] }],
  ])('covers no write if it was for %s', (_, call) => {
    const approvals = new TurnApprovals()
    approvals.add(makeRequest(call), 'allow_always')

    expect(approvals.coversWrite('/project/a.ts')).toBe(false)
  })

  it('covers the paths shown in the request', () => {
    const approvals = new TurnApprovals()
    approvals.add(makeRequest({ content: [{ type: 'diff', path: '/project/a.ts', newText: '' }] }), 'allow_once')

    expect(approvals.coversWrite('/project/a.ts')).toBe(true)
    expect(approvals.coversWrite('/project/b.ts')).toBe(false)
  })
})
