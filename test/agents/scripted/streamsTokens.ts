// On "history", sends 50 messages; on "answer", 14 kB and then 200 tokens a second; on "terminals", prints 200 kB a
// second in each of three.
import { initialized, type JsonObject, pause, textOf, Wire } from './wire.ts'

const everyMs = 20
const ids = ['one', 'two', 'three']
const markdown = 'A sentence with `code`, **weight** and a [link](https://example.org) that goes on.\n\n- one point\n- another\n\n'
const line = `${'output of a command '.repeat(3)}\r\n`

new Wire((wire) => {
  let sessions = 0
  const say = (sessionId: unknown, text: string): void =>
    wire.update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  const call = (sessionId: unknown, rest: JsonObject): void => wire.update(sessionId, { sessionUpdate: 'tool_call', ...rest })
  return {
    'initialize': initialized('streams-tokens'),
    'session/new': () => ({ sessionId: `streams-${process.pid}-${++sessions}` }),
    'session/prompt': async (params) => {
      const { sessionId } = params
      const text = textOf(params)
      if (text === 'history') {
        for (let index = 0; index < 50; index++) {
          say(sessionId, markdown.repeat(4))
          call(sessionId, { toolCallId: `${index}`, title: `Read file ${index}`, kind: 'read', status: 'completed' })
        }
        return { stopReason: 'end_turn' }
      }
      if (text === 'answer')
        say(sessionId, markdown.repeat(140))
      else
        ids.forEach(id => call(sessionId, terminal(id)))
      let isCancelled = false
      void wire.cancelled(sessionId).then(() => isCancelled = true)
      const begun = Date.now()
      for (let sent = 0; !isCancelled; await pause(everyMs)) {
        const due = Date.now() - begun
        if (text === 'answer') {
          for (; sent < due / 5; sent++)
            say(sessionId, markdown.slice(sent * 4 % markdown.length, sent * 4 % markdown.length + 4))
          continue
        }
        const lines = Math.floor(due * 200 / line.length) - sent
        sent += lines
        ids.forEach(id => wire.update(sessionId, {
          sessionUpdate: 'tool_call_update',
          toolCallId: id,
          _meta: { terminal_output: { terminal_id: id, data: line.repeat(lines) } },
        }))
      }
      return { stopReason: 'cancelled' }
    },
  }
})

function terminal(id: string): JsonObject {
  return {
    toolCallId: id,
    title: id,
    kind: 'execute',
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId: id }],
    _meta: { terminal_info: { terminal_id: id, cwd: '/' } },
  }
}
