import type { AgentDefinition } from '../../src/main/agents/agentDefinition'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentConnection } from '../../src/main/agents/agentConnection'
import { measureMedians } from './median'
import { benchRow, type BenchRow } from './row'

const count = 30_000
const scripts = join(import.meta.dirname, '../../scripts/typescript.mjs')

/** Measures the CPU time of a replay of 30 MB in this process, by transport. Agents and server are other processes. */
export async function bench(): Promise<BenchRow[]> {
  process.env.REPLAYED = `${count}`
  const [sdk, bare] = await Promise.all([startServer('networkServer.ts', 'replays'), startServer('frameServer.ts')])
  const here: Partial<AgentDefinition> = {
    command: process.execPath,
    args: [join(import.meta.dirname, '../agents/programs/replays.ts')],
  }
  const at = (url: string): Partial<AgentDefinition> => ({ address: { url, headers: {}, files: 'here' } })
  try {
    const [stdio, socket, socketOfSdk, httpOfSdk] = await measureMedians(5, [
      () => replay(here),
      () => replay(at(`ws://localhost:${bare.port}/acp`)),
      () => replay(at(`ws://localhost:${sdk.port}/acp`)),
      () => replay(at(`http://localhost:${sdk.port}/acp`)),
    ])
    const row = (name: string, value: number, target: string): BenchRow =>
      benchRow({ area: 'network', name, value, unit: 'ms CPU', reference: stdio!, ratio: value / stdio!, target })
    return [
      row('a replay of 30 MB by WebSocket, against stdio', socket!, '<= 2x'),
      row('… from the SDK\'s server, in small pieces', socketOfSdk!, '<= 3x'),
      row('… by HTTP, from the SDK\'s server', httpOfSdk!, '<= 6x'),
    ]
  }
  finally {
    sdk.end()
    bare.end()
  }
}

async function startServer(...[script, ...args]: [string, ...string[]]): Promise<{ port: number, end: () => void }> {
  const server = spawn(process.execPath, ['--import', scripts, join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<Buffer>(resolve => server.stdout.once('data', resolve))
  return { port: Number(port), end: () => void server.kill() }
}

/** Loads a session, and returns the CPU time in milliseconds. */
async function replay(how: Partial<AgentDefinition>): Promise<number> {
  const connection = new AgentConnection({
    agent: { agentId: 'replays', name: 'Replays', command: '', args: [], env: { NODE_NO_WARNINGS: '1' }, ...how },
    folder: tmpdir(),
    version: '0.0.0',
    report: (error) => { throw error },
    quietMs: 100,
  })
  await connection.ready
  let updates = 0
  connection.attachSession('s1', { onUpdate: () => updates++, requests: {} as never })
  const before = process.cpuUsage()
  await connection.calls.loadSession({ sessionId: 's1', cwd: tmpdir(), mcpServers: [] })
  const { user, system } = process.cpuUsage(before)
  if (updates !== count)
    throw new Error(`${updates} of ${count} updates came`)
  await connection.dispose()
  return (user + system) / 1000
}
