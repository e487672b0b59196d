// Sends requests with invalid or unusual ids, and reports which of them were answered.
import { initialized, pause, Wire } from '../../scripted/wire.ts'

const ids: readonly unknown[] = ['', '__proto__', 'x'.repeat(1_000_000), -1, 1.5, 1e300, null, true, {}, [1], { toString: 1 }]
const answered = new Set<string>()
let refused = 0
let rest = ''
process.stdin.on('data', (data: Buffer) => {
  const lines = (rest + data.toString()).split('\n')
  rest = lines.pop()!
  for (const line of lines) {
    const message = JSON.parse(line) as { id?: unknown, method?: string, error?: { code: number } }
    if (message.method === undefined)
      answered.add(JSON.stringify(message.id))
    if (message.error?.code === -32600)
      refused++
  }
})

new Wire(wire => ({
  'initialize': initialized('odd-ids'),
  'session/new': () => ({ sessionId: `ids-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const id of ids)
      wire.write({ id, method: 'fs/read_text_file', params: { sessionId, path: `${process.cwd()}/asked.txt` } })
    // Later requests are answered, whatever happened to these.
    await wire.request('fs/read_text_file', { sessionId, path: `${process.cwd()}/asked.txt` })
    while (answered.size < 8)
      await pause(10)
    wire.say(
      sessionId,
      `Answered: ${ids
        .map(id => JSON.stringify(id).slice(0, 20))
        .filter((_, index) => answered.has(JSON.stringify(ids[index])))
        .join(' ')}. Refused: ${refused}.`,
    )
    return { stopReason: 'end_turn' }
  },
}))
