import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const image = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }

it('a failed turn names the model\'s error, and its message can be resent with its attachments', async () => {
  const host = await testHost({ agents: { Faulty: scripted('faultyModel') } })
  const thread = await host.startThread('Faulty')
  const { threadId } = thread
  const content = [{ type: 'text' as const, text: 'flaky 429 Too Many Requests, retry after 30 seconds' }, image]

  expect((await thread.ask(content)).fault).toEqual({ kind: 'rate-limit', waitMs: 30_000 })
  await host.client.queuePrompt({ threadId, content, isNext: true })
  await thread.until(() => thread.turnEnds.length === 2)

  expect(thread.of('user').map(({ content }) => content)).toEqual([content, content])
  expect(thread.text).toContain('I got text and image.')
  expect(thread.turnEnds[1]).not.toHaveProperty('fault')
})

it('an empty turn says so, keeps the agent\'s stderr, and pauses the queue', async () => {
  const host = await testHost({ agents: { Faulty: scripted('faultyModel') } })
  const thread = await host.startThread('Faulty')
  const { threadId } = thread
  await thread.ask('quiet earlier line')
  await thread.send('quiet fatal: 402 Payment Required')
  await host.client.queuePrompt({ threadId, content: [{ type: 'text', text: 'say waits' }] })
  await thread.until(() => thread.turnEnds.length === 2)

  expect(thread.turnEnds[0]).toMatchObject({ isEmpty: true, end: { reason: 'end_turn', details: 'earlier line' } })
  expect(thread.turnEnds[1]).toMatchObject({ isEmpty: true, fault: { kind: 'quota' }, end: { details: 'fatal: 402 Payment Required' } })
  await thread.until(() => thread.transcript.head.queue?.paused?.why === 'failed')
  await host.client.queuePrompt({ threadId, content: [{ type: 'text', text: 'say API Error: 500 Internal Server Error' }], isNext: true })
  await thread.until(() => thread.turnEnds.length === 3)
  expect(thread.turnEnds[2]?.fault).toEqual({ kind: 'server' })
  expect(thread.transcript.head.queue?.messages).toHaveLength(1)
})
