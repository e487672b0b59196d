// Sends three requests with one id, and two with ids that Parley uses for its own; counts the responses.
import { initialized, Wire } from '../../scripted/wire.ts'

let answers = 0
process.stdin.on('data', (data: Buffer) => {
  answers += data.toString().split('\n').filter(line => line.includes('"content":"asked"')).length
})

new Wire(wire => ({
  'initialize': initialized('duplicate-ids'),
  'session/new': () => ({ sessionId: `duplicate-${process.pid}` }),
  'session/prompt': async ({ sessionId }, promptId) => {
    for (const id of ['same', 'same', 'same', promptId, Number(promptId) + 1])
      wire.write({ id, method: 'fs/read_text_file', params: { sessionId, path: `${process.cwd()}/asked.txt` } })
    while (answers < 5)
      await new Promise(resolve => setTimeout(resolve, 5))
    wire.say(sessionId, 'Five answers.')
    return { stopReason: 'end_turn' }
  },
}))
