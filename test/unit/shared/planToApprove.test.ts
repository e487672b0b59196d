import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { getPermissionFacts } from '../../../src/shared/permission/permissionFacts'

const plan = '# Retry\n\n1. Read\n2. Change\n'
const makeText = (said: string) => ({ type: 'content' as const, content: { type: 'text' as const, text: said } })

function getFacts(toolCall: Omit<ToolCallUpdate, 'toolCallId'>, known?: Partial<ToolCall>) {
  return getPermissionFacts(
    { from: 'agent', toolCall: { toolCallId: 'c1', ...toolCall }, options: [], folder: '/work' },
    known && { toolCallId: 'c1', title: '', ...known },
  )
}

describe('a plan to approve', () => {
  it.each([
    ['Claude', { title: 'Approve Plan', rawInput: { plan } }, { kind: 'switch_mode', content: [makeText(plan)] }],
    ['Codex', { title: 'Implement this plan?', kind: 'switch_mode', rawInput: { plan } }, undefined],
    [
      'Qwen',
      { title: 'Plan:', kind: 'switch_mode', content: [makeText(plan)], rawInput: { plan } },
      { _meta: { toolName: 'exit_plan_mode' } },
    ],
    ['Kimi', { title: 'ExitPlanMode', content: [makeText(plan), makeText('Requesting approval to Presenting plan')] }, { kind: 'other' }],
    [
      'another agent with its tool in _meta',
      { title: 'Ready?', content: [makeText(plan)] },
      { _meta: { claudeCode: { toolName: 'ExitPlanMode' } } },
    ],
  ] as const)('is the Markdown that %s sends, shown once', (_, toolCall, known) => {
    const facts = getFacts(toolCall as ToolCallUpdate, known as Partial<ToolCall> | undefined)
    expect(facts).toMatchObject({ plan, action: 'carry out its plan', isBlind: false, further: [] })
    expect(facts.words).not.toContain(plan)
  })

  it.each([
    ['a command', { title: 'ExitPlanMode', rawInput: { plan, command: 'rm -rf /' } }],
    ['a change of files', { title: 'ExitPlanMode', rawInput: { plan }, content: [{ type: 'diff', path: '/a', newText: 'b' }] }],
    ['an address', { kind: 'switch_mode', rawInput: { plan, url: 'https://example.com' } }],
    ['another tool', { title: 'Task', kind: 'other', rawInput: { plan } }],
    ['a change of mode in a sentence', { title: 'Act', kind: 'switch_mode', content: [makeText('Switch to act?')] }],
    ['a call without text', { title: 'ExitPlanMode', kind: 'switch_mode', rawInput: { plan: ' ' }, content: [makeText(' \n')] }],
  ] as const)('is not recognized in %s', (_, toolCall) => {
    expect(getFacts(toolCall as unknown as ToolCallUpdate).plan).toBeUndefined()
  })

  it('is shown beside the call\'s text if that differs', () => {
    const facts = getFacts({ kind: 'switch_mode', rawInput: { plan }, content: [makeText('Another\nplan')] })
    expect(facts).toMatchObject({ plan, words: ['Another\nplan'] })
  })
})
