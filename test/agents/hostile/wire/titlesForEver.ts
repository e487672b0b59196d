// Gives its session 10,000 titles in a row.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('titles-for-ever'),
  'session/new': () => ({ sessionId: `titles-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    for (let count = 1; count <= 10_000; count++)
      wire.update(sessionId, { sessionUpdate: 'session_info_update', title: `Title ${count}` })
    wire.say(sessionId, 'Named.')
    return { stopReason: 'end_turn' }
  },
}))
