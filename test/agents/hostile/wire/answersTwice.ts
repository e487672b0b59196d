// Responds twice to each prompt, differently.
import { initialized, Wire } from '../../scripted/wire.ts'

const promptIds: unknown[] = []
process.stdin.on('data', (data: Buffer) => {
  for (const line of data.toString().split('\n').filter(line => line.includes('"session/prompt"')))
    promptIds.push((JSON.parse(line) as { id: unknown }).id)
})

new Wire(wire => ({
  'initialize': initialized('answers-twice'),
  'session/new': () => ({ sessionId: `twice-${process.pid}` }),
  'session/prompt': () => {
    setTimeout(() => wire.write({ id: promptIds.at(-1), result: { stopReason: 'refusal' } }), 5)
    return { stopReason: 'end_turn' }
  },
}))
