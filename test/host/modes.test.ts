import type { ChoicesLost } from '../../src/shared/thread/heldPrompt'
import type { TestThread } from '../support/testThread'
import { expect, it } from 'vitest'
import { getCurrentMode } from '../../src/shared/thread/options/modes'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

function agentsOf(quirks: readonly string[]) {
  return Object.fromEntries(quirks.map(quirk => [quirk, scripted('moodyModes', { QUIRK: quirk })]))
}

/** A thread in which the person chose Plan, and whose agent has exited since. */
async function chosen(host: TestHost, quirk: string): Promise<TestThread> {
  const thread = await host.startThread(quirk)
  await thread.until(() => thread.transcript.head.session !== undefined)
  const { threadId } = thread
  if (quirk.startsWith('option'))
    await host.client.setConfigOption({ threadId, configId: 'way', value: 'plan' })
  else
    await host.client.setMode({ threadId, modeId: 'plan' })
  await host.client.forceStop({ threadId })
  return thread
}
function said(thread: TestThread): string | undefined {
  return thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .at(-1)
}
async function held(thread: TestThread): Promise<ChoicesLost['lost']> {
  await thread.until(() => thread.summary.activity.state === 'choices-lost')
  return (thread.summary.activity as ChoicesLost).lost
}

const keeping = ['plain', 'option', 'both', 'new', 'claims', 'quiet']
const losing = ['refuses', 'gone', 'says-first', 'says-later', 'option-stays', 'option-gone', 'option-refuses']

it('sets the chosen mode before the next prompt, even if the agent starts in a looser one', async () => {
  const host = await testHost({ agents: agentsOf(keeping) })
  const answers = await Promise.all(keeping.map(async (quirk) => {
    const thread = await chosen(host, quirk)
    await thread.ask('go')
    return [quirk, said(thread)?.split(' ')[0], getCurrentMode(thread.transcript.head) ?? 'untold']
  }))
  expect(answers).toEqual(keeping.map(quirk => [quirk, 'plan', quirk === 'quiet' ? 'untold' : 'plan']))
})

it('does not send a prompt that waited for a mode if the agent rejects the mode', async () => {
  const host = await testHost({ agents: agentsOf(['refuses-late']) })
  const thread = await host.startThread('refuses-late')
  await thread.until(() => thread.summary.activity.state === 'ready')
  const { threadId } = thread
  const setting = [host.client.setMode({ threadId, modeId: 'plan' }), host.client.setMode({ threadId, modeId: 'ask' })]
  const sending = thread.send('go')

  expect((await Promise.allSettled(setting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(sending).rejects.toThrow('not set as you chose: Not now.')
  expect(thread.of('user')).toEqual([])
  expect(thread.summary.activity.state).toBe('ready')
  await thread.ask('go')
  expect(said(thread)).toMatch(/^act/)
})

it('holds the prompt if the mode cannot be set, and shows the current mode', async () => {
  const host = await testHost({ agents: agentsOf(losing) })
  const seen = await Promise.all(losing.map(async (quirk) => {
    const thread = await chosen(host, quirk)
    const sending = thread.send('go').catch((error: { code: string }) => error.code)
    const [lost] = await held(thread)
    const shown = getCurrentMode(thread.transcript.head)
    await host.client.declineLostChoices({ threadId: thread.threadId })
    return [quirk, lost?.wanted, lost?.now?.name, shown, await sending, thread.of('user').length]
  }))
  expect(seen).toEqual(losing.map(quirk => [quirk, 'PLAN', 'ACT', 'act', 'taken_back', 0]))
})

it('sends the held prompt once the mode can be set', async () => {
  const host = await testHost({ agents: agentsOf(['refuses-once']) })
  const thread = await chosen(host, 'refuses-once')
  const sending = thread.send('go')
  expect(await held(thread)).toMatchObject([{ why: 'Not now.' }])

  await host.client.retryChoices({ threadId: thread.threadId })
  await sending

  await thread.turnEnd()
  expect(said(thread)).toBe('plan true')
})

it('sends the held prompt if the person accepts the shown mode, which becomes their choice', async () => {
  const host = await testHost({ agents: agentsOf(['refuses']) })
  const thread = await chosen(host, 'refuses')
  const { threadId } = thread
  const sending = thread.send('go')
  const lost = await held(thread)

  const other = [{ ...lost[0]!, now: { value: 'ask', name: 'ASK' } }]
  await expect(host.client.acceptLostChoices({ threadId, lost: other })).rejects.toMatchObject({ code: 'invalid_params' })
  expect(thread.of('user')).toEqual([])
  await host.client.acceptLostChoices({ threadId, lost: [...lost] })
  await sending
  await thread.turnEnd()
  expect(said(thread)).toBe('act true')

  await host.client.forceStop({ threadId })
  await thread.send('again')
  expect(thread.transcript.head.chosenMode).toBe('act')
  await thread.until(() => thread.turnEnds.length === 2)
})

it('withdraws a held prompt when the agent is stopped', async () => {
  const host = await testHost({ agents: agentsOf(['refuses']) })
  const thread = await chosen(host, 'refuses')
  const sending = thread.send('go')
  await Promise.all([expect(sending).rejects.toMatchObject({ code: 'taken_back' }), held(thread).then(() =>
    host.client.forceStop({ threadId: thread.threadId }))])
  expect(thread.summary.activity.state).toBe('asleep')
})

it('restores the options that the person chose, not those of the agent, after a restart', async () => {
  const host = await testHost({ agents: agentsOf(['option']) })
  const thread = await chosen(host, 'option')
  await host.client.setConfigOption({ threadId: thread.threadId, configId: 'auto', value: false })
  await thread.ask('exit plan')
  expect(said(thread)).toBe('act false')
  expect(getCurrentMode(thread.transcript.head)).toBe('act')

  const reopened = await (await host.restart()).openThread(thread.threadId)
  await reopened.ask('go')

  expect(said(reopened)).toBe('plan false')
  expect(reopened.of('notice').map(({ notice }) => notice.title)).toEqual([
    'Way is set to "PLAN" again, as you chose',
    'Auto approve is set to "off" again, as you chose',
    'Way is set to "PLAN" again, as you chose',
  ])
})
