// Streams an answer, runs two commands whose terminals grow, says more beside a question, and waits for its answer and then for Stop. After
// a terminal it goes on when a file with its name stands in the folder: when the person has seen it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, type JsonObject, pause, textOf, Wire } from './wire.ts'

const sentence = 'A sentence of the answer that goes on for about one line of the page, and `code`. '
const everyMs = 15

new Wire((wire) => {
  let folder = ''
  const steps = async (sessionId: unknown, count: number, step: (index: number) => JsonObject): Promise<void> => {
    for (let index = 0; index < count; index++) {
      wire.update(sessionId, step(index))
      await pause(everyMs)
    }
  }
  const words = (index: number): JsonObject =>
    ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: index % 6 === 5 ? '\n\n' : sentence } })
  const starts = (id: string): JsonObject => ({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: `run ${id}`,
    kind: 'execute',
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId: id }],
    _meta: { terminal_info: { terminal_id: id, cwd: '/' } },
  })
  const prints = (id: string, index: number): JsonObject =>
    ({ sessionUpdate: 'tool_call_update', toolCallId: id, _meta: { terminal_output: { terminal_id: id, data: `line ${index}\n` } } })
  return {
    'initialize': initialized('grows-steadily'),
    'session/new': ({ cwd }) => {
      folder = String(cwd)
      return { sessionId: `grows-${process.pid}` }
    },
    'session/prompt': async (params) => {
      const { sessionId } = params
      if (textOf(params) === 'hello')
        return { stopReason: 'end_turn' }
      await steps(sessionId, 24, words)
      for (const id of ['one', 'two']) {
        wire.update(sessionId, starts(id))
        await steps(sessionId, 8, index => prints(id, index))
        while (!existsSync(join(folder, id)))
          await pause(everyMs)
      }
      await steps(sessionId, 12, words)
      const asking = wire.askPermission(sessionId, { toolCallId: 'make', title: 'make', kind: 'execute', rawInput: { command: 'make' } }, [
        ['no', 'No', 'reject_once'],
        ['yes', 'Yes', 'allow_once'],
      ])
      await pause(100)
      await steps(sessionId, 12, words)
      wire.say(sessionId, 'That is all.')
      await asking
      await wire.cancelled(sessionId)
      return { stopReason: 'cancelled' }
    },
  }
})
