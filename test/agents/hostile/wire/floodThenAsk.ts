// Sends COUNT updates of all kinds, every twentieth with a diff, as fast as possible, then reads a file.
import { initialized, Wire } from '../../scripted/wire.ts'

const total = Number(process.env.COUNT)

new Wire(wire => ({
  'initialize': initialized('flood-then-ask'),
  'session/new': () => ({ sessionId: `flood-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (let count = 0; count < total; count++) {
      const toolCallId = `call-${Math.floor(count / 20) % 500}`
      if (count % 20 === 0) {
        wire.update(sessionId, {
          sessionUpdate: 'tool_call',
          toolCallId,
          title: 'Edit',
          kind: 'edit',
          content: [{ type: 'diff', path: '/a.ts', oldText: 'a\n'.repeat(40), newText: 'b\n'.repeat(40) }],
        })
      }
      else if (count % 20 === 10) {
        wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
      }
      else if (count % 20 === 15) {
        wire.update(sessionId, { sessionUpdate: 'plan', entries: [{ content: `Step ${count}`, priority: 'low', status: 'pending' }] })
      }
      else {
        wire.say(sessionId, 'word ')
      }
    }
    const { content } = await wire.request('fs/read_text_file', { sessionId, path: `${process.cwd()}/asked.txt` })
    wire.say(sessionId, `It says: ${String(content)}`)
    return { stopReason: 'end_turn' }
  },
}))
