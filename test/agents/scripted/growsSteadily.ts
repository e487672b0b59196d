// Streams an answer, makes a plan, runs a command whose terminal grows, changes a file, runs another command, continues
// beside a question, and waits for the answer and then for Stop. After each terminal it waits for a file with the
// terminal's name in its folder, which the test creates.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, type JsonObject, pause, textOf, Wire } from './wire.ts'

const sentence = 'A sentence of the answer that goes on for about one line of the page, and `code`. '
const everyMs = 15

function lines(word: string): string {
  return Array.from({ length: 20 }, (_, index) => `${index % 4 === 0 ? word : 'same'} ${index}\n`).join('')
}

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
  const plan = (done: number): JsonObject => ({
    sessionUpdate: 'plan',
    entries: ['Look around', 'Run it once, and once more', 'Change the file', 'Make it'].map((content, index) =>
      ({ content, priority: 'medium', status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending' })),
  })
  const edit = (): JsonObject => ({
    sessionUpdate: 'tool_call',
    toolCallId: 'edit',
    title: 'Edit notes.txt',
    kind: 'edit',
    status: 'completed',
    content: [{ type: 'diff', path: join(folder, 'notes.txt'), oldText: lines('old'), newText: lines('new') }],
  })
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
      const run = async (id: string): Promise<void> => {
        wire.update(sessionId, starts(id))
        await steps(sessionId, 8, index => prints(id, index))
        while (!existsSync(join(folder, id)))
          await pause(everyMs)
      }
      await steps(sessionId, 24, words)
      await steps(sessionId, 1, plan)
      await steps(sessionId, 6, words)
      await steps(sessionId, 2, plan)
      await run('one')
      await steps(sessionId, 12, words)
      await steps(sessionId, 1, edit)
      await steps(sessionId, 4, plan)
      const asking = wire.askPermission(sessionId, { toolCallId: 'make', title: 'make', kind: 'execute', rawInput: { command: 'make' } }, [
        ['no', 'No', 'reject_once'],
        ['yes', 'Yes', 'allow_once'],
      ])
      await pause(100)
      await run('two')
      await steps(sessionId, 12, words)
      wire.say(sessionId, 'That is all.')
      await asking
      await wire.cancelled(sessionId)
      return { stopReason: 'cancelled' }
    },
  }
})
