import type { TestThread } from '../support/testThread'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { named } from '../support/namedAgent'
import { hostile, scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

const secrets = { agent: 'canary-of-the-agent-env', server: 'canary-of-the-mcp-server', typed: 'canary-typed-at-a-sign-in' }
const key = 'sk-0123456789abcdefghij'

it('no secret is in the database, a log, a trace or a bundle, even if the agent repeats it in an error', async () => {
  const traceFolder = temporaryFolder('parley-traces-')
  const host = await testHost({
    agents: { Tells: hostile('tellsSecrets', { AGENT_KEY: secrets.agent }), Terminal: scripted('terminalSignIn') },
    traceFolder,
  })
  await host.client.saveMcpServer({
    form: {
      name: 'files',
      type: 'stdio',
      command: process.execPath,
      args: ['-v'],
      url: '',
      agents: ['Tells'],
      folders: [],
      fields: [{ kind: 'secret', name: 'TOKEN', value: secrets.server }],
    },
  })

  const thread = await host.startThread('Tells')
  const { threadId } = thread
  await thread.until(() => thread.summary.activity.state === 'sign-in')
  await expect(host.client.signIn({ threadId, methodId: 'login' })).rejects.toMatchObject({
    message: expect.stringContaining('is wrong') as string,
  })
  await host.client.signIn({ threadId, methodId: 'login' })
  expect((await thread.ask('fail')).end).toMatchObject({
    reason: 'error',
    message: 'Refused: [secret]',
    details: expect.stringContaining('[secret]') as string,
  })
  const log = await host.client.openAgentLog({ threadId })
  expect((await thread.ask('crash')).end).toMatchObject({
    reason: 'error',
    details: expect.stringContaining('fatal: [secret] [secret]') as string,
  })
  await host.client.renameThread({ threadId, title: `About ${key}` })
  const bundle = await host.client.exportBundle({ threadId, withContents: true })
  await typeAtSignIn(host, await host.startThread('Terminal'))
  // Also while it runs, with a write-ahead log.
  expect(filesWith(host.dataFolder, secrets.agent).sort()).toEqual(['settings.json', 'settings.last-good.json'])
  await host.dispose()

  expect(log.length).toBeGreaterThan(4)
  expect(JSON.stringify(log)).not.toMatch(/canary/)
  expect(readFileSync(bundle.path, 'utf8')).toContain('[secret]')
  expect(`${bundle.path} ${readFileSync(bundle.path, 'utf8')}`.toLowerCase()).not.toContain(key)
  // Values that the person wrote into their settings stay there and in copies; the stored secret is in its own file.
  expect(filesWith(host.dataFolder, secrets.agent).sort()).toEqual(['settings.json', 'settings.last-good.json'])
  expect(filesWith(host.dataFolder, secrets.server)).toEqual(['secrets.json'])
  expect(filesWith(host.dataFolder, secrets.typed)).toEqual([])
  expect(readdirSync(traceFolder).length).toBeGreaterThan(1)
  for (const secret of Object.values(secrets))
    expect(filesWith(traceFolder, secret)).toEqual([])
})

it('the token for unsaved text is in no log, trace or bundle, even if the agent sends it', async () => {
  const traceFolder = temporaryFolder('parley-traces-')
  const agent = await named('claude-agent-acp', scripted('forkingAgent'))
  const host = await testHost({ agents: { Claude: agent }, traceFolder })
  const thread = await host.startThread('Claude')
  const { threadId } = thread
  await thread.ask('token')
  const token = /<(parley_files_[\w-]{43})>/.exec(thread.text)![1]!
  const log = JSON.stringify(await host.client.openAgentLog({ threadId }))
  const bundleOf = async ({ client }: TestHost): Promise<string> =>
    readFileSync((await client.exportBundle({ threadId, withContents: true })).path, 'utf8')
  const bundle = await bundleOf(host)
  const later = await host.restart()

  for (const kept of [log, bundle, await bundleOf(later)]) {
    expect(kept).toContain('<[secret]>')
    expect(kept).not.toContain(token)
  }
  expect(readdirSync(traceFolder)).toHaveLength(1)
  expect(filesWith(traceFolder, token)).toEqual([])
})

async function typeAtSignIn(host: TestHost, thread: TestThread): Promise<void> {
  const { threadId } = thread
  const attempt = () => thread.summary.activity.state === 'sign-in' ? thread.summary.activity.attempt : undefined
  await thread.until(() => thread.summary.activity.state === 'sign-in')
  const signingIn = expect(host.client.signIn({ threadId, methodId: 'console' })).rejects.toMatchObject({
    message: expect.stringContaining('exit code 3') as string,
  })
  await thread.until(() => attempt()?.terminalId !== undefined)
  const terminalId = attempt()!.terminalId!
  await thread.until(async () => (await thread.terminal(terminalId))?.output.includes('what is the code?') ?? false)
  await host.client.writeTerminal({ threadId, terminalId, data: `${secrets.typed}\r` })
  await signingIn
}

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(text),
  )
}
