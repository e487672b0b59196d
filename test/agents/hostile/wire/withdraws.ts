// Asks for permission and withdraws the question at once, COUNT times.
import { initialized, Wire } from '../../scripted/wire.ts'

const total = Number(process.env.COUNT)
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]

new Wire(wire => ({
  'initialize': initialized('withdraws'),
  'session/new': () => ({ sessionId: `withdraws-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (let count = 0; count < total; count++) {
      wire.write({
        id: `q${count}`,
        method: 'session/request_permission',
        params: { sessionId, toolCall: { toolCallId: `t${count}`, title: `Question ${count}` }, options },
      })
      wire.write({ method: '$/cancel_request', params: { requestId: `q${count}` } })
    }
    await wire.request('fs/read_text_file', { sessionId, path: `${process.cwd()}/last.txt` })
    wire.say(sessionId, 'Taken all back.')
    return { stopReason: 'end_turn' }
  },
}))
