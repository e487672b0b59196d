import type { McpServerForm } from '../../src/shared/settings/mcpServers'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { McpTests } from '../../src/main/host/mcp/mcpTests'
import { ShellEnvironment } from '../../src/main/system/environment/shellEnvironment'
import { Launches } from '../../src/main/system/process/launches'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'

const program = join(import.meta.dirname, '../agents/programs/mcpServer.ts')

function form(more: Partial<McpServerForm>): McpServerForm {
  const server = { name: 'little', type: 'stdio' as const, command: process.execPath, args: [program], url: '' }
  return { ...server, fields: [], agents: [], folders: [], ...more }
}
function inMode(mode: string): Partial<McpServerForm> {
  return {
    fields: [
      { kind: 'plain', name: 'MCP_MODE', value: mode },
      { kind: 'secret', name: 'MCP_TOKEN', value: 'a-secret-of-mine' },
    ],
  }
}
const tested = { testId: '1', form: form({}) }

/** A server on this machine that answers each message with `answer`. */
async function serverAt(
  answer: (message: { id?: number, method: string }, request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (body === '')
      return void response.end()
    answer(JSON.parse(body) as { method: string }, request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`
}

describe('the test of an MCP server', () => {
  it('shows the server\'s name and tools, saves nothing, and leaves no process', async () => {
    const host = await testHost()
    expect(await host.client.testMcpServer(tested)).toEqual({
      isRight: true,
      name: 'Little server',
      version: '7',
      tools: [{ name: 'add', description: 'Counts.' }, { name: 'subtract', description: 'Counts.' }],
      isCut: false,
    })
    expect((await host.client.listMcpServers({})).servers).toEqual([])
  })

  it('says why a server failed, and redacts secrets in its last output', async () => {
    const host = await testHost()
    expect(await host.client.testMcpServer({ ...tested, form: form(inMode('crashes')) })).toEqual({
      isRight: false,
      why: 'It ended before it answered, with exit code 3.',
      stderr: 'cannot start with [value]',
    })
    const short = { kind: 'secret' as const, name: 'MCP_WORD', value: 'start' }
    const { fields = [] } = inMode('crashes')
    expect(await host.client.testMcpServer({ ...tested, form: form({ fields: [...fields, short] }) }), 'so short a value may be any word')
      .toMatchObject({ stderr: 'cannot start with [value]' })
    expect(await host.client.testMcpServer({ ...tested, form: form({ command: 'no-such-server-anywhere' }) }))
      .toMatchObject({ isRight: false, why: expect.stringContaining('was not found') as unknown })
    expect(await host.client.testMcpServer({ ...tested, form: form(inMode('refuses')) }))
      .toMatchObject({ isRight: false, why: 'The server answered with an error: not today' })
  })

  it('kills a hanging server and its children when the test is cancelled or Parley closes', async () => {
    const host = await testHost()
    const running = host.client.testMcpServer({ ...tested, form: form(inMode('hangs')) })
    await expect(host.client.testMcpServer(tested)).rejects.toMatchObject({ code: 'busy' })
    await host.client.cancelMcpTest({ testId: '1' })
    expect(await running).toMatchObject({ isRight: false, why: 'Cancelled.' })
    // Its response may not arrive; only the end of its processes matters.
    host.client.testMcpServer({ ...tested, form: form(inMode('hangs')) }).catch(() => undefined)
    await host.dispose()
  })

  it('stops a server that sends too much', async () => {
    const host = await testHost()
    expect(await host.client.testMcpServer({ ...tested, form: form(inMode('pings')) }))
      .toMatchObject({ isRight: false, why: 'The server sent more than a list of tools can be.' })
  })

  it('stops a server that does not respond in time', async () => {
    const launches = new Launches({ folder: temporaryFolder('parley-launches-'), report: () => undefined })
    const shellEnvironment = new ShellEnvironment({ own: process.env, readAtStart: false })
    const tests = new McpTests({ version: '1', shellEnvironment, launches, limitMs: 200 })
    expect(await tests.run('1', { type: 'stdio', command: process.execPath, args: [program], env: { MCP_MODE: 'hangs' } }))
      .toMatchObject({ isRight: false, why: 'It did not answer in time.' })
    await launches.dispose()
  })

  it('supports HTTP with JSON or event-stream responses, and keeps the session', async () => {
    const url = await serverAt(({ id, method }, { headers }, response) => {
      if (headers['x-key'] !== 'k' || (method !== 'initialize' && headers['mcp-session-id'] !== 's'))
        return void response.writeHead(401).end()
      if (id === undefined)
        return void response.writeHead(202).end()
      if (method === 'initialize') {
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's' })
        const result = { capabilities: { tools: {} }, serverInfo: { name: 'Web' } }
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [{ name: 'look' }] } })
      const events = `: hello\n\nevent: message\r\ndata: ${answer}\r\n\r\n`
      for (const letter of events)
        response.write(letter)
      response.end()
    })
    const host = await testHost()
    const web = form({ type: 'http', url, fields: [{ kind: 'plain', name: 'x-key', value: 'k' }] })
    expect(await host.client.testMcpServer({ testId: '1', form: web }))
      .toMatchObject({ isRight: true, name: 'Web', tools: [{ name: 'look' }] })
    expect(await host.client.testMcpServer({ testId: '1', form: { ...web, fields: [] } }))
      .toMatchObject({ isRight: false, why: expect.stringContaining('401') as unknown })
  })

  it('does not follow redirects, which would send the headers elsewhere', async () => {
    let isReached = false
    const other = await serverAt((_, __, response) => {
      isReached = true
      response.end()
    })
    const url = await serverAt((_, __, response) => void response.writeHead(307, { location: other }).end())
    const host = await testHost()
    expect(await host.client.testMcpServer({ testId: '1', form: form({ type: 'http', url }) })).toMatchObject({ isRight: false })
    expect(isReached).toBe(false)
  })
})
