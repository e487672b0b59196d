import { methods } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it.each([
  ['refuse', 'refusal'],
  ['max tokens', 'max_tokens'],
  ['max turn requests', 'max_turn_requests'],
  ['silence', 'end_turn'],
])('answers "%s" with the stop reason %s', async (prompt, stopReason) => {
  const demo = await startDemo()
  expect(await demo.prompt(await demo.newSession(), prompt)).toBe(stopReason)
})

it('fails with a JSON-RPC error and can continue', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await expect(demo.prompt(sessionId, 'error')).rejects.toMatchObject({ code: -32603, message: 'The demo failed on purpose' })
  expect(await demo.prompt(sessionId, 'hello')).toBe('end_turn')
})

it('crashes during an answer with exit code 7 and a message on stderr, and the session survives', async () => {
  const demo = await startDemo({ isProcess: true })
  const sessionId = await demo.newSession()
  await expect(demo.prompt(sessionId, 'crash')).rejects.toThrow()
  expect(await demo.exited).toBe(7)
  expect(demo.stderr).toContain('crashing on purpose')
  expect(demo.said).toContain('I crash now.')

  const again = await startDemo({ folder: demo.folder })
  await again.agent.request(methods.agent.session.load, { sessionId, cwd: again.folder, mcpServers: [] })
  expect(again.texts('user_message_chunk')).toBe('crash')
})

it.each([
  'hang',
  'slow',
  'long 2000',
  'plan',
  'flood 100000',
  'many',
])('can be cancelled during "%s"', async (prompt) => {
  const demo = await startDemo({ paceMs: 15 })
  const sessionId = await demo.newSession()
  const turn = demo.prompt(sessionId, prompt)
  await demo.until(() =>
    demo.updates.some(
      ({ update }) => update.sessionUpdate !== 'available_commands_update' && update.sessionUpdate !== 'session_info_update',
    ),
  )
  await demo.cancel(sessionId)
  expect(await turn).toBe('cancelled')
  expect(await demo.prompt(sessionId, 'hello')).toBe('end_turn')
})

it('can be cancelled while a question is open, even if the client never answers it', async () => {
  const demo = await startDemo({ answers: 'never' })
  const sessionId = await demo.newSession()
  const turn = demo.prompt(sessionId, 'write hello.txt')
  await demo.until(() => demo.permissions.length === 1)
  await demo.cancel(sessionId)
  expect(await turn).toBe('cancelled')
})

it('ignores a cancellation when it hangs hard, and rejects a second prompt', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  const turn = demo.prompt(sessionId, 'hang hard')
  await demo.until(() => demo.said.includes('does not help either'))
  await demo.cancel(sessionId)
  const waited = new Promise(done => setTimeout(done, 300, 'still hanging'))
  expect(await Promise.race([turn, waited])).toBe('still hanging')
  await expect(demo.prompt(sessionId, 'hello')).rejects.toMatchObject({ code: -32600 })
})

it('exits when the client closes its input', async () => {
  const demo = await startDemo({ isProcess: true })
  const lost = expect(demo.prompt(await demo.newSession(), 'hang')).rejects.toThrow()
  await demo.until(() => demo.said.includes('stop me'))
  await demo.dispose()
  await lost
  expect(await demo.exited).toBe(0)
})
