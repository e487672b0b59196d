// Floods with messages, new tool calls, updates of one, and plans, until it is killed; ignores cancel.
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('floods-for-ever'),
  'session/new': () => ({ sessionId: `for-ever-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    let count = 0
    const flood = (): void => {
      for (let round = 0; round < 1000; round++) {
        count++
        wire.say(sessionId, 'word ')
        wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'one', title: `Round ${count}` })
        if (round % 100 === 0)
          wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId: `call-${count}`, title: 'Another' })
      }
      if (process.stdout.writableNeedDrain)
        process.stdout.once('drain', flood)
      else
        setImmediate(flood)
    }
    flood()
    return never()
  },
}))
