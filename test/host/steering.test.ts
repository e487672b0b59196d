import type { TestThread } from '../support/testThread'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const agents = { Planner: scripted('planner') }
const textOf = (content: readonly { type: string, text?: string }[]) => content.map(({ text }) => text).join('')
const waiting = ({ transcript }: TestThread) => transcript.head.queue?.messages.map(({ content }) => textOf(content)) ?? []
const said = (thread: TestThread) => thread.of('user').map(({ content, isSteer }) => `${textOf(content)}${isSteer ? ' (steered)' : ''}`)

async function working(host: TestHost, prompt: string): Promise<TestThread> {
  const thread = await host.startThread('Planner')
  await thread.send(prompt)
  await thread.until(() => thread.of('agent').length > 0)
  return thread
}

async function queue(host: TestHost, thread: TestThread, text: string): Promise<{ threadId: string, messageId: string }> {
  await host.client.queuePrompt({ threadId: thread.threadId, content: [{ type: 'text', text }] })
  await thread.until(() => waiting(thread).includes(text))
  return { threadId: thread.threadId, messageId: thread.transcript.head.queue!.messages.at(-1)!.messageId }
}

it('a queued message is steered into the turn, and stays queued if the agent does not accept it', async () => {
  const host = await testHost({ agents })
  const thread = await working(host, 'work')
  expect(thread.transcript.head.session?.canSteer).toBe(true)
  const later = await queue(host, thread, 'later')
  const refused = await queue(host, thread, 'fail')
  await expect(host.client.steerQueued(refused)).rejects.toMatchObject({ code: 'agent_failed' })
  await host.client.removeQueued(refused)
  const now = await queue(host, thread, 'faster')

  const steering = host.client.steerQueued(now)
  await expect(host.client.sendQueuedNow(now)).rejects.toMatchObject({ code: 'busy' })
  await expect(host.client.steerQueued(later)).rejects.toMatchObject({ code: 'busy' })
  await steering
  await thread.until(() => said(thread).length === 2)
  expect(waiting(thread)).toEqual(['later'])
  await host.client.steerQueued(await queue(host, thread, 'finish'))
  await thread.until(() => thread.turnEnds.length === 2)

  expect(said(thread)).toEqual(['work', 'faster (steered)', 'finish (steered)', 'later'])
  expect(thread.text).toContain('Steered: faster')
})

it('a message that is steered too late is sent once, after the turn', async () => {
  const host = await testHost({ agents })
  const thread = await working(host, 'race')
  await host.client.steerQueued(await queue(host, thread, 'late'))
  await thread.until(() => thread.turnEnds.length === 2)

  expect(said(thread)).toEqual(['race', 'late'])
  expect(thread.text.match(/I was told: late/g)).toHaveLength(1)
})

it('an agent that does not advertise steering is never steered', async () => {
  const host = await testHost()
  const thread = await host.startThread()
  await thread.send('hang')
  await thread.until(() => thread.of('user').length === 1)
  expect(thread.transcript.head.session?.canSteer).toBeUndefined()
  const message = await queue(host, thread, 'now')
  await expect(host.client.steerQueued(message)).rejects.toMatchObject({ code: 'unsupported' })
  expect(waiting(thread)).toEqual(['now'])
})
