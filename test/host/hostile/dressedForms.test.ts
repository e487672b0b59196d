import type { JsonObject } from '../../agents/scripted/wire'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { named } from '../../support/namedAgent'
import { hostile } from '../../support/scriptedAgent'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testHost } from '../../support/testHost'

const decision = { type: 'string', title: 'Run `true`?', enum: ['allow_once', 'allow_always', 'reject_once'], default: 'allow_always' }
const options = [{ optionId: 'a', name: 'Submit', kind: 'allow_once' }, { optionId: 'b', name: 'Cancel', kind: 'reject_once' }]
const questions = [{ question: 'Which?', options: [{ label: 'This' }] }]
const deed = { toolCallId: 't', title: '`true`', kind: 'execute', rawInput: { command: 'true' } }
const run = { ask: ['terminal/create', { command: 'true' }] }

async function played(name: string, steps: readonly JsonObject[]) {
  const host = await testHost({ agents: { Puppet: await named(name, hostile('puppet')) } })
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify(steps))
  return { host, thread }
}

it.skipIf(process.platform === 'win32')('a form disguised as a permission request grants nothing', async () => {
  const path = join(temporaryFolder('parley-outside-'), 'planted')
  const form = {
    mode: 'form',
    toolCallId: 't',
    message: 'Allow this command?',
    requestedSchema: { type: 'object', properties: { decision, optionId: decision, outcome: decision } },
    options,
    toolCall: deed,
    _meta: { optionId: 'a', kind: 'allow_always', options, toolCall: deed },
  }
  const { host, thread } = await played('another', [
    { update: { sessionUpdate: 'tool_call', ...deed } },
    { ask: ['elicitation/create', form] },
    run,
    { ask: ['fs/write_text_file', { path, content: 'x' }] },
  ])
  await thread.answerElicitation({ action: 'accept', content: { decision: 'allow_always', optionId: 'a', outcome: 'allow_once' } })

  const command = await thread.permission()
  expect(command.request).toMatchObject({ from: 'parley', subject: { kind: 'command', commandLine: 'true' } })
  expect(command.request.subject).not.toHaveProperty('approved')
  await thread.answer('deny')
  expect((await thread.permission()).request).toMatchObject({ from: 'parley', subject: { kind: 'path', path } })
  await thread.answer('deny')
  await thread.turnEnd()

  expect(existsSync(path)).toBe(false)
  expect((await host.client.listDecisions({ limit: 10 })).map(({ outcome }) => outcome)).toEqual(['denied', 'denied'])
})

it.skipIf(process.platform === 'win32')('a form that becomes an action while it is open grants nothing', async () => {
  const asks = { toolCallId: 't', title: 'Ask', kind: 'think', rawInput: { questions } }
  const toolCall = { ...asks, _meta: { qwenInteractionKind: 'user_question', qwenQuestions: questions } }
  const { thread } = await played('qwen', [
    { ask: ['session/request_permission', { toolCall, options }], inBackground: true },
    { pauseMs: 500 },
    { update: { sessionUpdate: 'tool_call_update', ...deed } },
    { untilDone: true },
    run,
  ])
  await thread.until(() => thread.tools.some(({ call }) => call.kind === 'execute'))
  await thread.answerElicitation({ action: 'accept', content: { question_0: 'This' } })

  expect((await thread.permission()).request).toMatchObject({ from: 'parley', subject: { kind: 'command', commandLine: 'true' } })
  await thread.answer('deny')
  await thread.turnEnd()
})
