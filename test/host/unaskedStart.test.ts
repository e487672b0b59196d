import type { ChoicesLost, UnaskedStart } from '../../src/shared/thread/heldPrompt'
import type { TestThread } from '../support/testThread'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

/** The agent, which an update may start in another mode. */
function agents(env: Record<string, string> = {}, more: object = {}) {
  return { Loose: { ...scripted('startsUnasked', env), ...more } }
}

/** What holds the message. */
async function held(thread: TestThread): Promise<UnaskedStart> {
  await thread.until(() => thread.summary.activity.state === 'choices-lost')
  return (thread.summary.activity as ChoicesLost).unasked![0]!
}

/** Sends a message that has to be confirmed first, and returns the mode in which the agent executed it. */
async function sendAnd(host: TestHost, thread: TestThread, isAllowed: boolean): Promise<string> {
  const sending = thread.send('go')
  const start = await held(thread)
  expect(thread.of('user')).toEqual([])
  await host.client.answerUnaskedStart({ threadId: thread.threadId, start, isAllowed })
  await sending
  await thread.turnEnd()
  return thread.text
}

async function answered(thread: TestThread): Promise<string> {
  await thread.ask('go')
  return thread.text
}

it('an agent that starts in a mode that never asks gets no message until the person agrees', async () => {
  const host = await testHost({ agents: agents() })
  const thread = await host.startThread('Loose')
  const sending = thread.send('go').catch((error: { code: string }) => error.code)
  expect(await held(thread)).toEqual({
    name: 'Mode',
    value: 'auto',
    valueName: 'Auto',
    about: 'Runs commands and edits files.',
    instead: { value: 'default', name: 'Manual' },
  })
  await host.client.declineLostChoices({ threadId: thread.threadId })
  expect([await sending, thread.of('user').length]).toEqual(['taken_back', 0])
  const other = { name: 'Mode', value: 'bypass', valueName: 'Bypass' }
  const answer = host.client.answerUnaskedStart({ threadId: thread.threadId, start: other, isAllowed: true })
  await expect(answer).rejects.toMatchObject({ code: 'invalid_params' })
})

it('the person is asked once per folder, and again if the mode\'s name or id changes', async () => {
  const host = await testHost({ agents: agents() })
  expect(await sendAnd(host, await host.startThread('Loose'), true)).toContain('in auto')
  const elsewhere = temporaryFolder('parley-elsewhere-')
  expect(await answered(await host.startThread('Loose'))).toContain('in auto')
  const { agentId, command } = (await host.client.listAgents({}))[0]!
  const { threadId } = await host.client.startThread({ agentId, folder: elsewhere, command })
  expect(await sendAnd(host, await host.openThread(threadId), false)).toContain('in default')

  let updated = await host.restart()
  expect(await answered(await updated.startThread('Loose'))).toContain('in auto')
  for (const env of [{ LOOSE_ID: 'auto', LOOSE_NAME: 'Full auto' }, { LOOSE_ID: 'bypass', LOOSE_NAME: 'Auto' }]) {
    await writeFile(join(host.dataFolder, 'settings.json'), JSON.stringify({ agent_servers: agents(env) }))
    updated = await updated.restart()
    const thread = await updated.startThread('Loose')
    const sending = thread.send('go').catch(() => undefined)
    expect((await held(thread)).valueName).toBe(env.LOOSE_NAME)
    await updated.client.declineLostChoices({ threadId: thread.threadId })
    await sending
  }
})

it('declining switches the agent to a mode that asks, in later threads of the folder, too', async () => {
  const host = await testHost({ agents: agents() })
  const thread = await host.startThread('Loose')
  expect(await sendAnd(host, thread, false)).toContain('in default')
  const next = await host.startThread('Loose')
  expect(await answered(next)).toContain('in default')
  expect(next.of('notice').map(({ notice }) => notice.title)).toEqual(['Mode is set to "Manual", as you chose in this folder'])
  const reopened = await (await host.restart()).openThread(thread.threadId)
  await reopened.ask('again')
  expect(reopened.text).not.toContain('in auto')
})

it('a default mode that the person set for the agent counts as consent', async () => {
  const host = await testHost({ agents: agents({}, { default_mode: 'auto' }) })
  expect(await answered(await host.startThread('Loose'))).toContain('in auto')
})

it('a mode that the person chose in the thread counts as consent', async () => {
  const host = await testHost({ agents: agents() })
  const thread = await host.startThread('Loose')
  await thread.until(() => thread.summary.activity.state === 'ready')
  await host.client.setMode({ threadId: thread.threadId, modeId: 'auto' })
  expect(await answered(thread)).toContain('in auto')
})
