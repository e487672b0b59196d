// Sends a file write and the response to its prompt in one batch; then requests something alone, and reports the
// batch's responses.
import { initialized, never, Wire } from '../../scripted/wire.ts'

const refusals: unknown[] = []
process.stdin.on('data', (data: Buffer) => {
  for (const line of data.toString().split('\n').filter(line => line.includes('"id":null')))
    refusals.push((JSON.parse(line) as { error?: { code?: unknown } }).error?.code)
})

new Wire(wire => ({
  'initialize': initialized('batch'),
  'session/new': () => ({ sessionId: `batch-${process.pid}` }),
  'session/prompt': async ({ sessionId }, id) => {
    const write = (name: string): Record<string, unknown> => ({ sessionId, path: `${process.cwd()}/${name}`, content: 'x' })
    process.stdout.write(
      `${JSON.stringify([
        { jsonrpc: '2.0', id: 'b', method: 'fs/write_text_file', params: write('batched.txt') },
        { jsonrpc: '2.0', id, result: { stopReason: 'refusal' } },
      ])}\n`,
    )
    await wire.request('fs/write_text_file', write('alone.txt'))
    wire.say(sessionId, `Refused with ${refusals.join()}.`)
    return refusals.length === 1 ? { stopReason: 'end_turn' } : never()
  },
}))
