import type { TestThread } from '../support/testThread'
import { describe, expect, it } from 'vitest'
import { hostile } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

/** Executes steps with an agent that does exactly what its prompt says. */
async function puppet(): Promise<{ host: TestHost, thread: TestThread, play: (...steps: object[]) => Promise<void> }> {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  return { host, thread, play: (...steps) => thread.send(JSON.stringify(steps)) }
}

describe('a method of the protocol', () => {
  it('terminal/release ends the agent\'s use of a terminal and keeps its output in the thread', async () => {
    const { thread, play } = await puppet()
    await play({ ask: ['terminal/create', { command: 'echo kept' }] })
    await thread.answer('allow_once')
    await thread.until(() => thread.text.includes('"terminalId"'))
    const terminalId = /"terminalId":"([^"]+)"/.exec(thread.text)![1]!
    await thread.until(() => thread.summary.activity.state === 'ready')

    await play(
      { ask: ['terminal/wait_for_exit', { terminalId }] },
      { ask: ['terminal/release', { terminalId }] },
      { ask: ['terminal/output', { terminalId }] },
    )

    await thread.until(() => thread.text.includes('terminal/output failed'))
    expect(thread.text).toContain('terminal/release: {}')
    expect(await thread.terminal(terminalId)).toMatchObject({ state: 'exited', output: 'kept\r\n' })
  })

  it('elicitation/create shows a form and returns its content to the agent', async () => {
    const { host, thread, play } = await puppet()
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const confirm = { mode: 'form', message: 'A form of no fields', requestedSchema: { type: 'object' } }
    await play(
      { ask: ['elicitation/create', { mode: 'form', message: 'Who are you?', requestedSchema }] },
      { ask: ['elicitation/create', confirm] },
    )
    await thread.until(() => thread.of('elicitation').length > 0)
    const { request, requestId } = thread.of('elicitation')[0]!

    const response = { action: 'accept' as const, content: { name: 'Ada' } }
    await host.client.answerElicitation({ threadId: thread.threadId, requestId, response })

    expect(request).toMatchObject({ message: 'Who are you?', requestedSchema })
    await thread.until(() => thread.text.includes('elicitation/create: {"action":"accept","content":{"name":"Ada"}}'))
    await thread.answerElicitation({ action: 'accept', content: {} })
    await thread.until(() => thread.text.includes('elicitation/create: {"action":"accept","content":{}}'))
  })
})
