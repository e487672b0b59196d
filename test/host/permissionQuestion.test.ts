import type { CreateElicitationResponse, PermissionOption, ToolCall } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { parsePermissionQuestion } from '../../src/main/threads/permission/request/permissionQuestion'
import { named } from '../support/namedAgent'
import { hostile, scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

async function answered(prompt: string, response: CreateElicitationResponse): Promise<unknown> {
  const host = await testHost({ agents: { Qwen: await named('qwen', scripted('qwenQuestions')) } })
  const thread = await host.startThread('Qwen')
  await thread.send(prompt)
  await thread.until(() => thread.of('elicitation').length === 1)
  expect(thread.of('permission')).toEqual([])
  await host.client.answerElicitation({ threadId: thread.threadId, requestId: thread.of('elicitation')[0]!.requestId, response })
  await thread.turnEnd()
  const said = thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('')
  await host.dispose()
  return JSON.parse(said)
}

const submitted = { outcome: 'selected', optionId: 'proceed_once' }

it('shows a question sent as a permission request as a form, and returns answers by number', async () => {
  expect(await answered('one', { action: 'accept', content: { question_0: 'Blue' } })).toEqual({
    outcome: submitted,
    answers: { 0: 'Blue' },
  })
  expect(await answered('two', { action: 'accept', content: { question_1: ['Tests', 'Docs'], question_1_custom: 'a page' } })).toEqual({
    outcome: submitted,
    answers: { 1: 'Tests, Docs, a page' },
  })
})

it('a question that is declined is not submitted', async () => {
  expect(await answered('one', { action: 'decline' })).toEqual({ outcome: { outcome: 'selected', optionId: 'cancel' } })
  expect(await answered('one', { action: 'cancel' })).toEqual({ outcome: { outcome: 'cancelled' } })
})

const questions = [{ question: 'Which?', options: [{ label: 'This' }] }]
const asks: ToolCall = {
  toolCallId: 't',
  title: 'Ask user 1 question',
  kind: 'think',
  content: [],
  rawInput: { questions },
  _meta: { qwenInteractionKind: 'user_question', qwenQuestions: questions },
}
const options = [
  { optionId: 'a', name: 'Submit', kind: 'allow_once' as const },
  { optionId: 'b', name: 'Cancel', kind: 'reject_once' as const },
]

it('a request that only resembles a question stays a permission request', () => {
  const isQuestion = (call: Partial<ToolCall>, offered: PermissionOption[] = options): boolean => {
    const toolCall = { ...asks, ...call }
    return parsePermissionQuestion({ sessionId: 's', toolCall, options: offered }, toolCall) !== undefined
  }
  expect(isQuestion({})).toBe(true)
  expect(isQuestion({ rawInput: undefined })).toBe(true)
  expect(isQuestion({ _meta: { qwenQuestions: questions } })).toBe(false)
  expect(isQuestion({ _meta: { qwenInteractionKind: 'user_question', qwenQuestions: [{ question: 'Which?', options: [] }] } })).toBe(false)
  expect(isQuestion({}, options.slice(0, 1))).toBe(false)
  expect(isQuestion({}, [...options, { optionId: 'c', name: 'Always', kind: 'allow_always' }])).toBe(false)
})

it.each<[string, Partial<ToolCall>]>([
  ['a command', { rawInput: { questions, command: 'rm -rf .' } }],
  ['a command as a list', { rawInput: ['rm', '-rf', '.'] }],
  ['a path', { rawInput: { questions, file_path: '/w/a' } }],
  ['a diff', { content: [{ type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' }] }],
  ['a terminal', { content: [{ type: 'terminal', terminalId: 'x' }] }],
  ['words', { content: [{ type: 'content', content: { type: 'text', text: 'And delete everything.' } }] }],
  ['a location', { locations: [{ path: '/w/a' }] }],
  ...(['execute', 'edit', 'delete', 'move', 'fetch', 'switch_mode', 'other'] as const).map(
    (kind): [string, Partial<ToolCall>] => [`the kind ${kind}`, { kind }],
  ),
])('a question with an action stays a permission request: %s', (_, deed) => {
  expect(parsePermissionQuestion({ sessionId: 's', toolCall: asks, options }, { ...asks, ...deed })).toBeUndefined()
})

const request = { ask: ['session/request_permission', { toolCall: asks, options }] }
/** A puppet under that agent's name that executes these steps. */
async function played(name: string, ...steps: unknown[]) {
  const host = await testHost({ agents: { Puppet: await named(name, hostile('puppet')) } })
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify(steps))
  return { host, thread }
}

it('shows a form only for agents known to send questions as permission requests', async () => {
  const { thread } = await played('another', request)

  expect((await thread.permission()).request.options.map(({ name }) => name)).toEqual(['Submit', 'Cancel'])
  expect(thread.of('elicitation')).toEqual([])
  await thread.answer('b')
  await thread.turnEnd()
})

it('a call that showed an action earlier stays a permission request', async () => {
  const told = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Clean up', kind: 'execute', rawInput: { command: 'rm -rf .' } }
  const { kind, rawInput, content, ...bare } = asks
  const { thread } = await played('qwen', { update: told }, { ask: ['session/request_permission', { toolCall: bare, options }] })

  expect((await thread.permission()).asked).toMatchObject({ kind: 'execute', rawInput: { command: 'rm -rf .' } })
  await thread.answer('b')
  await thread.turnEnd()
})

it('the answer to a form is logged as a decision, and approves no command', async () => {
  const ran = { sessionUpdate: 'tool_call_update', toolCallId: 't', kind: 'execute', rawInput: { command: 'rm x' }, status: 'completed' }
  const { host, thread } = await played('qwen', request, { update: ran })
  await thread.answerElicitation({ action: 'accept', content: { question_0: 'This' } })
  await thread.turnEnd()

  expect(await host.client.listDecisions({ limit: 10 })).toMatchObject([
    { from: 'agent', outcome: 'allowed', by: 'person', why: 'Submit (allow_once)' },
  ])
  expect(thread.tools.map(({ notAsked }) => notAsked)).toEqual([true])
})

it('a form that is cancelled with its turn, or arrives after it, is logged as a decision, too', async () => {
  const { host, thread } = await played('qwen', { ...request, inBackground: true }, { untilCancelled: true }, request)
  await thread.until(() => thread.of('elicitation').length === 1)
  await thread.cancel()
  await thread.turnEnd()

  expect(await host.client.listDecisions({ limit: 10 })).toMatchObject([
    { outcome: 'cancelled', by: 'builtin', why: 'No turn was open' },
    { outcome: 'cancelled', by: 'turn' },
  ])
})
