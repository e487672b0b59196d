import type { McpServer } from '@agentclientprotocol/sdk'
import type { Report } from '../../../src/main/system/report'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { FileServer } from '../../../src/main/host/fileServer/fileServer'
import { readLines } from '../../../src/main/system/readLines'
import { createNotTextError } from '../../../src/main/workspace/fileErrors'

const texts = new Map([['/shop/a.ts', 'one\ntwo\nthree'], ['/shop/b.ts', 'b'], ['/shop/long', 'x'.repeat(1_000_000)]])
const servers: FileServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.dispose()))
})

function createFileServer(onRead = () => {}, report: Report = rethrow, readLong?: () => Promise<string>): FileServer {
  const server = new FileServer({
    program: join(inject('builtHost'), 'main/fileServer.js'),
    version: '1.2.3',
    source: threadId => ({
      list: async () => {
        const paths = [...texts.keys()]
        return threadId === 'odd' ? ['/shop/\u2028', ...paths] : paths.slice(0, 1)
      },
      read: async (path, { line = 1, limit }) => {
        onRead()
        if (readLong)
          return readLong()
        return path === '/shop/\u2028'
          ? fail()
          : texts.get(path)?.split('\n').slice(line - 1, limit && line - 1 + limit).join('\n')
      },
    }),
    report,
  })
  servers.push(server)
  return server
}

/** Starts the program as an agent does, and asks it line by line. */
function startAgent(server: McpServer | undefined) {
  if (!server || !('command' in server))
    throw new Error('It is started by a command')
  const env = { ...process.env, ...Object.fromEntries(server.env.map(({ name, value }) => [name, value])) }
  const child = spawn(server.command, server.args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = readLines(child.stdout, Infinity)
  return {
    child,
    ask: async (message: unknown): Promise<unknown> => {
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
      return JSON.parse((await answers.next()).value as string)
    },
  }
}

const makeRequest = (method: string, params?: unknown, id = 1) => ({ jsonrpc: '2.0', id, method, params })
const makeCall = (name: string, given?: unknown) => makeRequest('tools/call', { name, arguments: given })
const getText = (answer: unknown) => (answer as { result: { content: { text: string }[] } }).result.content[0]?.text

it('lets an agent only list and read the unsaved files of its thread', async () => {
  const { ask, child } = startAgent(createFileServer().serverFor('thread'))
  expect(await ask(makeRequest('initialize', { protocolVersion: '2025-03-26', capabilities: {} }))).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-03-26', serverInfo: { name: 'parley', version: '1.2.3' }, capabilities: { tools: {} } },
  })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  expect(await ask(makeRequest('tools/list', undefined, 7))).toMatchObject({
    id: 7,
    result: { tools: [{ name: 'list_unsaved_files' }, { name: 'read_unsaved_file' }] },
  })
  expect(getText(await ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  expect(getText(await ask(makeCall('read_unsaved_file', { path: '/shop/a.ts', line: 2, limit: 1 })))).toBe('two')
  for (const path of ['/shop/b.ts', '/etc/passwd', '/shop/../shop/a.ts'])
    expect(await ask(makeCall('read_unsaved_file', { path }))).toMatchObject({ result: { isError: true } })
  const beforeFirstLine = makeCall('read_unsaved_file', { path: '/shop/a.ts', line: 0 })
  expect(await ask(beforeFirstLine)).toMatchObject({ result: { isError: true } })
  expect(await ask(makeCall('write_file', { path: '/shop/a.ts' }))).toMatchObject({ error: { code: -32_602 } })
  expect(await ask(makeRequest('resources/list'))).toMatchObject({ error: { code: -32_601 } })
  expect(await ask('{"half')).toMatchObject({ id: null, error: { code: -32_600 } })
  expect(await ask({ id: 3 })).toMatchObject({ id: 3, error: { code: -32_600 } })
  child.stdin.end()
  await once(child, 'exit')
})

it('accepts only tokens of open sessions, and only connections of this user', async () => {
  const server = createFileServer()
  const first = server.serverFor('thread')
  const agent = startAgent(first)
  expect(getText(await agent.ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  const gone = once(agent.child, 'exit')
  const second = startAgent(server.serverFor('thread')) // the thread's next session
  await gone
  expect(getText(await second.ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  await once(startAgent(first).child, 'exit')

  const address = getAddress(first)
  expect([statSync(address).mode & 0o77, statSync(dirname(address)).mode & 0o77]).toEqual([0, 0])
  for (const start of ['wrong\n', '\n', `${'x'.repeat(300_000)}`]) {
    const socket = connect(address, () => void socket.write(start))
    socket.on('error', () => {}) // closed while it writes
    await new Promise(resolve => socket.on('close', resolve))
  }
  const over = once(second.child, 'exit')
  server.end('thread')
  await over
  expect(server.tokens).toEqual([])
})

it('survives any request', async () => {
  const { ask, child } = startAgent(createFileServer().serverFor('odd'))
  const strange = makeRequest('initialize', { protocolVersion: { toString: 1 } })
  expect(await ask(strange)).toMatchObject({ result: { protocolVersion: '2025-06-18' } })
  expect(await ask(makeCall('read_unsaved_file', { path: '/shop/\u2028' }))).toMatchObject({
    result: { isError: true, content: [{ text: 'Not a UTF-8 text file: /shop/\u2028' }] },
  })
  expect(await ask(makeRequest('ping'))).toMatchObject({ result: {} })
  child.stdin.end(JSON.stringify(makeRequest('ping')))
  await once(child, 'exit')
})

it('stops reading requests of an agent that does not read responses', async () => {
  let read = 0
  const server = createFileServer(() => read++)
  const given = server.serverFor('odd')
  const [address, token] = given && 'env' in given ? given.env.map(({ value }) => value) : []
  const socket = connect(address!)
  socket.write(`${token}\n${`${JSON.stringify(makeCall('read_unsaved_file', { path: '/shop/long' }))}\n`.repeat(50)}`)
  await vi.waitUntil(() => read > 0, { timeout: 10_000 })
  const asking = connect(address!)
  asking.write(`${token}\n${`${JSON.stringify(makeRequest('ping'))}\n`.repeat(50)}`)
  let answers = ''
  asking.on('data', bytes => answers += String(bytes))
  await vi.waitUntil(() => answers.split('\n').length > 50, { timeout: 10_000 })
  expect(read).toBeLessThan(10)
  socket.destroy()
  asking.destroy()
})

it('does not block while many connections read a long text, which arrives complete', async () => {
  const long = `${'😀"\\\n'.repeat(500_000)}end`
  const given = createFileServer(() => {}, rethrow, async () => long).serverFor('odd')
  const [address, token] = given && 'env' in given ? given.env.map(({ value }) => value) : []
  const line = JSON.stringify(makeCall('read_unsaved_file', { path: '/shop/long' }))
  const program = `
    const asked = Array.from({ length: 15 }, () => new Promise((resolve) => {
      const socket = require('net').connect(process.argv[1])
      const pieces = []
      socket.write(process.argv[2] + '\\n' + process.argv[3] + '\\n')
      socket.on('data', bytes => (pieces.push(bytes), bytes.at(-1) === 10 && (socket.destroy(), resolve(Buffer.concat(pieces)))))
    }))
    Promise.all(asked).then(all => process.stdout.write(all.every(one => one.equals(all[0])) ? all[0] : 'they differ'))`
  const child = spawn(process.execPath, ['-e', program, address!, token!, line], { stdio: ['ignore', 'pipe', 'inherit'] })
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  const pieces: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => {
    clearInterval(beat) // all were served
    pieces.push(bytes)
  })
  await once(child, 'close')
  expect(getText(JSON.parse(String(Buffer.concat(pieces)))) === long).toBe(true)
  expect(turns, 'other work got its turn between pieces, not once for each text').toBeGreaterThan(20)
})

it('limits the connections of one agent', async () => {
  const server = createFileServer()
  const greedy = server.serverFor('greedy')
  const [address, token] = greedy && 'env' in greedy ? greedy.env.map(({ value }) => value) : []
  const sockets = Array.from({ length: 230 }, (_, place) => {
    const socket = connect(address!, () => void socket.write(place < 100 ? 'half a tok' : `${token}\n`))
    socket.on('error', () => {}) // closed, or not let in
    return socket
  })
  await vi.waitUntil(() => sockets.filter(({ destroyed }) => destroyed).length >= 160, { timeout: 10_000 })
  const refused = startAgent(greedy)
  const fault = { code: -32_000, message: 'This session has 20 connections to Parley already. Close some of them first.' }
  expect(await refused.ask(makeRequest('initialize', {}, 5))).toMatchObject({ id: 5, error: fault })
  await once(refused.child, 'exit')
  expect(getText(await startAgent(server.serverFor('thread')).ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  sockets.forEach(socket => socket.destroy())
  const isServed = async () => 'result' in (await startAgent(greedy).ask(makeRequest('ping')) as object)
  await vi.waitUntil(isServed, { timeout: 10_000 })
})

it('gives a forked session a token that its thread adopts, and that outlives the original\'s', async () => {
  const server = createFileServer()
  const servers = [{ name: 'other', command: '/other', args: [], env: [] }, server.serverFor('odd')!]
  const copied = server.copyServers('odd', servers)
  expect(copied[0]).toBe(servers[0])
  const agent = startAgent(copied[1])
  expect(getText(await agent.ask(makeCall('list_unsaved_files')))).toContain('/shop/b.ts')
  expect(server.serverFor('thread', copied)).toBe(copied[1])
  expect(getText(await agent.ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  server.end('odd')
  expect(getText(await agent.ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
  const over = once(agent.child, 'exit')
  expect(server.serverFor('thread', copied)).not.toBe(copied[1])
  await over
})

it('reports a missing temporary folder, uses /tmp for a long path, and removes leftovers of a crash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'p-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  vi.stubEnv('TMPDIR', join(folder, 'gone'))
  const faults: unknown[] = []
  const placeless = createFileServer(() => {}, error => faults.push(error))
  expect([placeless.serverFor('thread'), placeless.tokens, faults.length]).toEqual([undefined, [], 1])
  vi.stubEnv('TMPDIR', join(folder, 'long'.repeat(30)))
  expect(dirname(dirname(getAddress(createFileServer().serverFor('thread'))))).toBe('/tmp')

  vi.stubEnv('TMPDIR', folder)
  const left = join(folder, 'parley-files-killed')
  mkdirSync(left)
  spawnSync(process.execPath, ['-e', `require('net').createServer().listen('${left}/socket', () => process.kill(process.pid, 'SIGKILL'))`])
  expect(existsSync(join(left, 'socket'))).toBe(true)
  const [alive, next] = [createFileServer().serverFor('thread'), createFileServer().serverFor('thread')]
  await vi.waitUntil(() => !existsSync(left), { timeout: 10_000 })
  for (const server of [alive, next])
    expect(getText(await startAgent(server).ask(makeCall('list_unsaved_files')))).toBe('/shop/a.ts')
})

function getAddress(server: McpServer | undefined): string {
  return server && 'env' in server ? server.env.find(({ name }) => name === 'PARLEY_FILES')!.value : ''
}

function rethrow(error: unknown): never {
  throw error
}

function fail(): never {
  throw createNotTextError('/shop/\u2028')
}
