import type { McpServerForm } from '../../src/shared/settings/mcpServers'
import type { TestThread } from '../support/testThread'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

function form(more: Partial<McpServerForm>): McpServerForm {
  return {
    name: 'files',
    type: 'stdio',
    command: process.execPath,
    args: ['-v'],
    url: '',
    fields: [],
    agents: [],
    folders: [],
    ...more,
  }
}
const secret = 'a-secret-value-of-mine'

async function hostWith(servers: object): Promise<TestHost> {
  const host = await testHost({
    agents: { Options: scripted('optionsAgent'), Other: scripted('optionsAgent'), Plain: scripted('neither') },
  })
  const settings = JSON.parse(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8')) as object
  await host.changeSettings({ ...settings, mcp_servers: servers })
  return host
}

async function serversOf(thread: TestThread): Promise<unknown> {
  await thread.ask('servers')
  const said = thread.transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
    .map(block => (block.type === 'text' ? block.text : ''))
    .at(-1)!
  return JSON.parse(said.replaceAll('`', ''))
}

describe('MCP servers', () => {
  it('are passed to the agent in the protocol\'s form', async () => {
    const host = await hostWith({
      run: { command: 'node', args: ['x'], env: { A: '1' } },
      web: { type: 'http', url: 'https://x.example/mcp', headers: { B: '2' } },
    })
    const thread = await host.startThread('Options')

    expect(await serversOf(thread)).toEqual([
      { name: 'run', command: expect.stringMatching(/^\/.*node$/), args: ['x'], env: [{ name: 'A', value: '1' }] },
      { type: 'http', name: 'web', url: 'https://x.example/mcp', headers: [{ name: 'B', value: '2' }] },
    ])
  })

  it('are passed only to their agents and in their folders', async () => {
    const host = await hostWith({
      mine: { command: 'node', agents: ['Options'] },
      notMine: { command: 'node', agents: ['Other'] },
      elsewhere: { command: 'node', folders: ['/nowhere'] },
    })

    expect(await serversOf(await host.startThread('Options'))).toMatchObject([{ name: 'mine' }])
    await host.client.saveMcpServer({ form: form({ name: 'here', folders: [host.workspace] }) })
    expect(await serversOf(await host.startThread('Other'))).toMatchObject([{ name: 'notMine' }, { name: 'here' }])
  })

  it('that the agent does not support are omitted, and the thread says why once', async () => {
    const host = await hostWith({
      old: { type: 'sse', url: 'https://x.example/sse' },
      locked: { command: 'node', env: { KEY: '${keychain:none}' } },
    })
    const thread = await host.startThread('Options')
    await thread.ask('servers')
    await host.client.restartAgent({ threadId: thread.threadId })

    expect(await serversOf(thread)).toEqual([])
    expect(thread.of('notice').map(({ notice }) => notice.title)).toEqual([
      'The MCP server "old" is left out: Options takes no servers over SSE. Give it one that is started by a command.',
      'The MCP server "locked" is left out: its secret "none" is not stored here. Enter it under MCP servers.',
    ])
  })

  it('are passed again when a session is resumed', async () => {
    const host = await hostWith({ run: { command: 'node' } })
    const thread = await host.startThread('Options')
    await thread.ask('servers')

    const again = await host.restart()

    expect(await serversOf(await again.openThread(thread.threadId))).toMatchObject([{ name: 'run' }])
  })
})

describe('secrets of MCP servers', () => {
  const withSecret = form({ fields: [{ kind: 'secret', name: 'TOKEN', value: secret }, { kind: 'plain', name: 'PLAIN', value: 'x' }] })

  it('reach the agent, and are written only to a private file', async () => {
    const traceFolder = join((await testHost()).dataFolder, 'traces')
    const host = await testHost({ agents: { Options: scripted('optionsAgent') }, traceFolder })
    await host.client.saveMcpServer({ form: withSecret })
    const thread = await host.startThread('Options')
    await thread.ask('echo stderr')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    await host.dispose()

    const holders = listFilesBelow(host.dataFolder).filter(path => readFileSync(path).includes(secret))
    expect(holders).toEqual([join(host.dataFolder, 'secrets.json')])
    expect(statSync(holders[0]!).mode & 0o777).toBe(0o600)
    const traces = listFilesBelow(traceFolder).map(path => readFileSync(path, 'utf8')).join('')
    expect(traces).toContain('[secret]')
    expect(traces).not.toContain(secret)
  })

  it('are never returned to the form, and saving it without them keeps them', async () => {
    const host = await testHost({ agents: { Options: scripted('optionsAgent') } })
    await host.client.saveMcpServer({ form: withSecret })

    const list = await host.client.listMcpServers({})
    await host.client.saveMcpServer({
      previousName: 'files',
      form: { ...withSecret, name: 'renamed', fields: [{ kind: 'secret', name: 'TOKEN' }] },
    })

    expect(list).toMatchObject({
      secretsIn: 'file',
      servers: [
        {
          name: 'files',
          fields: [
            { kind: 'secret', name: 'TOKEN', isStored: true },
            { kind: 'plain', value: 'x' },
          ],
        },
      ],
    })
    expect(JSON.stringify(list)).not.toContain(secret)
    expect(await serversOf(await host.startThread('Options'))).toMatchObject([{ name: 'renamed', env: [{ name: 'TOKEN', value: secret }] }])
  })

  it('are removed with their server', async () => {
    const host = await testHost({ agents: {} })
    await host.client.saveMcpServer({ form: withSecret })
    await host.client.removeMcpServer({ name: 'files' })

    expect((await host.client.listMcpServers({})).servers).toEqual([])
    expect(readFileSync(join(host.dataFolder, 'secrets.json'), 'utf8')).not.toContain(secret)
  })

  it('are encrypted if there is a keychain', async () => {
    const seal = (text: string) => Buffer.from(text).toString('hex')
    const host = await testHost({
      agents: { Options: scripted('optionsAgent') },
      sealing: { seal, unseal: sealed => Buffer.from(sealed, 'hex').toString() },
    })
    await host.client.saveMcpServer({ form: withSecret })

    expect(readFileSync(join(host.dataFolder, 'secrets.json'), 'utf8')).toContain(seal(secret))
    expect((await host.client.listMcpServers({})).secretsIn).toBe('keychain')
    expect(await serversOf(await host.startThread('Options'))).toMatchObject([
      { env: [{ name: 'TOKEN', value: secret }, { name: 'PLAIN' }] },
    ])
  })
})

it.each<[string, Partial<McpServerForm>, RegExp]>([
  ['no command', { command: ' ' }, /command: This must not be empty/],
  ['an address of another kind', { type: 'http', url: 'file:///etc' }, /http:\/\/ or https/],
  ['a secret that was never entered', { fields: [{ kind: 'secret', name: 'K' }] }, /Enter the secret "K"/],
  [
    'the same variable twice',
    {
      fields: [
        { kind: 'plain', name: 'K', value: '1' },
        { kind: 'plain', name: 'K', value: '2' },
      ],
    },
    /same name/,
  ],
])('an MCP server with %s is not saved', async (_, more, words) => {
  const host = await testHost({ agents: {} })
  await expect(host.client.saveMcpServer({ form: form(more) })).rejects.toThrow(words)
  expect((await host.client.listMcpServers({})).servers).toEqual([])
})

function listFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
