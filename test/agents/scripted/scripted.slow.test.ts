import type { ClientSetup } from './testClient'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { methods } from '@agentclientprotocol/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { everything, spawnAgent, TestClient } from './testClient'

// These agents replace real ones in end-to-end tests. Here, each is checked for its quirks.
async function start(name: string, setup: ClientSetup & { folder?: string } = {}): Promise<TestClient> {
  const folder = setup.folder ?? temporaryFolder('scripted-')
  const agent = spawnAgent(join(import.meta.dirname, `${name}.ts`), { SCRIPTED_STATE: folder })
  const client = new TestClient({ folder, setup, agent })
  onTestFinished(() => client.dispose())
  return client
}

async function startSession(name: string, setup: ClientSetup = {}): Promise<{ client: TestClient, sessionId: string }> {
  const client = await start(name, setup)
  await client.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: everything })
  return { client, sessionId: await client.newSession() }
}

it('claudeDialect runs commands itself and shows them by `_meta`', async () => {
  const { client, sessionId } = await startSession('claudeDialect')
  expect(await client.prompt(sessionId, 'run echo hi')).toBe('end_turn')
  expect(client.terminals.created).toEqual([])
  expect(client.of('tool_call')[0]?._meta).toMatchObject({ terminal_info: { terminal_id: 'toolu_1' } })
  expect(client.of('tool_call_update').map(update => update._meta).filter(Boolean)).toEqual([
    { terminal_output: { terminal_id: 'toolu_1', data: 'hi\n' } },
    { terminal_exit: { terminal_id: 'toolu_1', exit_code: 0, signal: null } },
  ])
})

it('claudeDialect edits on disk and shows a snippet', async () => {
  const { client, sessionId } = await startSession('claudeDialect')
  await writeFile(join(client.folder, 'a.txt'), 'one two three')
  await client.prompt(sessionId, 'edit a.txt two 2')
  expect(await readFile(join(client.folder, 'a.txt'), 'utf8')).toBe('one 2 three')
  expect(client.of('tool_call')[0]?.content).toMatchObject([{ type: 'diff', oldText: 'two', newText: '2' }])
})

it('codexDialect offers two reject_once and leaves a rejected call open', async () => {
  const { client, sessionId } = await startSession('codexDialect', { answers: 'reject_once' })
  expect(await client.prompt(sessionId, 'run echo hi')).toBe('end_turn')
  expect(client.permissions[0]?.options.filter(option => option.kind === 'reject_once')).toHaveLength(2)
  expect(client.of('tool_call_update')).toEqual([])
})

it('geminiDialect shows a call first in its question', async () => {
  const { client, sessionId } = await startSession('geminiDialect')
  await client.prompt(sessionId, 'write a.txt')
  expect(client.of('tool_call')).toEqual([])
  expect(client.permissions[0]?.toolCall).toMatchObject({ toolCallId: 'write_file-1', kind: 'edit' })
  expect(await readFile(join(client.folder, 'a.txt'), 'utf8')).toBe('hello\n')
})

it('kimiDialect polls a terminal and replaces it by text', async () => {
  const { client, sessionId } = await startSession('kimiDialect')
  await client.prompt(sessionId, 'run echo one; sleep 0.4; echo two')
  expect(client.terminals.created[0]).toMatchObject({ command: '/bin/bash', args: ['-c', expect.stringContaining('echo two')] })
  expect(client.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed', content: [{ content: { text: 'one\ntwo\n' } }] })
})

it('loadOnly continues the history after its response', async () => {
  const { client, sessionId } = await startSession('loadOnly')
  await client.prompt(sessionId, 'first')
  await client.prompt(sessionId, 'second')
  await client.dispose()

  const later = await start('loadOnly', { folder: client.folder })
  await later.agent.request(methods.agent.session.load, { sessionId, cwd: later.folder, mcpServers: [] })
  expect(later.texts('user_message_chunk')).toBe('first')
  await later.until(() => later.texts('user_message_chunk') === 'firstsecond')
})

it('resumeOnly continues counting without a replay', async () => {
  const { client, sessionId } = await startSession('resumeOnly')
  await client.prompt(sessionId, 'first')
  await client.dispose()

  const later = await start('resumeOnly', { folder: client.folder })
  await later.agent.request(methods.agent.session.resume, { sessionId, cwd: later.folder })
  await later.prompt(sessionId, 'second')
  expect(later.said).toBe('You said: second. That makes 2.')
})

it('neither loses its sessions when the process ends', async () => {
  const { client, sessionId } = await startSession('neither')
  await client.prompt(sessionId, 'first')
  expect(client.said).toContain('That makes 1.')
  const { client: later } = await startSession('neither')
  await expect(later.prompt(sessionId, 'second')).rejects.toMatchObject({ code: -32002 })
})

it('signIn creates no session before the sign-in', async () => {
  const client = await start('signIn')
  await expect(client.newSession()).rejects.toMatchObject({ code: -32000 })
  await expect(client.agent.request(methods.agent.authenticate, { methodId: 'wrong-password' })).rejects.toThrow('The password is wrong')
  await client.agent.request(methods.agent.authenticate, { methodId: 'test-login' })
  expect(await client.newSession()).toBe('signed-in-1')
})

it('crashInPrompt exits with code 3 and a message on stderr', async () => {
  const { client, sessionId } = await startSession('crashInPrompt')
  await expect(client.prompt(sessionId, 'go')).rejects.toThrow()
  expect(await client.exited).toBe(3)
  expect(client.stderr).toMatch(/fatal: out of luck\n$/)
})

it('hangInPrompt has to be killed', async () => {
  const { client, sessionId } = await startSession('hangInPrompt')
  const lost = expect(client.prompt(sessionId, 'go')).rejects.toThrow()
  await client.until(() => client.said === 'Just a moment')
  await client.cancel(sessionId)
  await client.dispose()
  await lost
  expect(await client.exited).toBeNull()
})

it('garbage sends valid messages between the garbage', async () => {
  const { client, sessionId } = await startSession('garbage')
  expect(await client.prompt(sessionId, 'hello')).toBe('end_turn')
  expect(client.said).toContain('Through the noise: ')
})

it('neverInitializes answers nothing', async () => {
  const client = await start('neverInitializes')
  const initialized = client.agent.request(methods.agent.initialize, { protocolVersion: 1 }).catch(() => 'lost')
  await client.until(() => client.stderr.includes('loading'))
  expect(await Promise.race([initialized, new Promise(done => setTimeout(done, 300, 'nothing'))])).toBe('nothing')
})

it('exitsAtStart exits with code 1 and a message on stderr', async () => {
  const client = await start('exitsAtStart')
  expect(await client.exited).toBe(1)
  await client.until(() => client.stderr.includes('run "agent setup" first'))
})

it('unknownTerminal continues after naming a terminal that does not exist', async () => {
  const { client, sessionId } = await startSession('unknownTerminal')
  await client.prompt(sessionId, 'go')
  expect(client.of('tool_call')[0]?.content).toMatchObject([{ type: 'terminal', terminalId: 'nobody-made-me' }, { type: 'content' }])
  expect(client.said).toBe('After the terminal.')
})

it('envMap sends the environment as a map, which a strict client refuses', async () => {
  const { client, sessionId } = await startSession('envMap')
  await client.prompt(sessionId, 'go')
  expect(client.said).toContain('It did not work: Invalid params')
})
