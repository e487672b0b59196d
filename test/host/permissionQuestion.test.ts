import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { permissionQuestion } from '../../src/main/threads/permission/request/permissionQuestion'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

async function answered(prompt: string, response: CreateElicitationResponse): Promise<unknown> {
  const host = await testHost({ agents: { Qwen: scripted('qwenQuestions') } })
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

it('a question that comes as a request for permission is a form, whose answers go back by their numbers', async () => {
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

it('what only looks like a question stays a request for permission', () => {
  const options = [
    { optionId: 'a', name: 'Submit', kind: 'allow_once' as const },
    { optionId: 'b', name: 'Cancel', kind: 'reject_once' as const },
  ]
  const questions = [{ question: 'Which?', options: [{ label: 'This' }] }]
  const isQuestion = (_meta: Record<string, unknown>, offered = options) =>
    permissionQuestion({ sessionId: 's', toolCall: { toolCallId: 't', _meta }, options: offered }) !== undefined
  expect(isQuestion({ qwenInteractionKind: 'user_question', qwenQuestions: questions })).toBe(true)
  expect(isQuestion({ qwenQuestions: questions })).toBe(false)
  expect(isQuestion({ qwenInteractionKind: 'user_question', qwenQuestions: [{ question: 'Which?', options: [] }] })).toBe(false)
  expect(isQuestion({ qwenInteractionKind: 'user_question', qwenQuestions: questions }, options.slice(0, 1))).toBe(false)
})
