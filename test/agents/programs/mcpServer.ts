import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'

/**
 * A minimal MCP server. `MCP_MODE`: `good`, `crashes`, `hangs`, `refuses`, or `pings` endlessly.
 */
const mode = process.env.MCP_MODE ?? 'good'

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

if (mode === 'crashes') {
  process.stderr.write(`cannot start with ${process.env.MCP_TOKEN}\n`, () => process.exit(3))
}
if (mode === 'hangs') {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  process.on('SIGTERM', () => undefined)
}

if (mode === 'pings') {
  process.stdin.pause()
  const pings = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"${'x'.repeat(2_000)}"}}\n`.repeat(200)
  const ping = (): void => void process.stdout.write(pings, ping)
  ping()
}

process.stdout.write('starting up, which is no message\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as { id?: number, method?: string, params?: { cursor?: string } }
  if (['hangs', 'crashes', 'pings'].includes(mode))
    return
  if (mode === 'refuses' && id !== undefined)
    return send({ id, error: { code: -32600, message: 'not today' } })
  if (method === 'initialize') {
    send({ id: 'p', method: 'ping' })
    const serverInfo = { name: 'Little server', version: '7' }
    send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } })
  }
  else if (method === 'tools/list') {
    const isFirst = params?.cursor === undefined
    const tools = [{ name: isFirst ? 'add' : 'subtract', description: 'Counts.', inputSchema: { type: 'object' } }]
    send({ id, result: { tools, ...isFirst && { nextCursor: 'two' } } })
  }
})
